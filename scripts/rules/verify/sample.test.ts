import { expect, it } from "vitest";
import { asJUnit } from "./junit.ts";
import type { Outcome } from "./outcome.ts";
import { reportPage } from "./reportPage.ts";
import { sample } from "./sample.ts";

const items = Array.from({ length: 90 }, (_, index) => `${index < 80 ? "many" : `few${index % 5}`} ${index}`);
const groupOf = (item: string) => item.split(" ")[0] ?? "";

it("samples evenly across groups, keeps the order and repeats for the same seed", () => {
  const chosen = sample(items, 12, 7, groupOf);
  expect(chosen).toHaveLength(12);
  expect(new Set(chosen.map(groupOf)).size).toBe(6);
  expect(items.filter((item) => chosen.includes(item))).toEqual(chosen);
  expect(sample(items, 12, 7, groupOf)).toEqual(chosen);
  expect(sample(items, 12, 8, groupOf)).not.toEqual(chosen);
});

it("escapes values in the HTML page and in the XML", () => {
  const outcome: Outcome = {
    part: "api",
    resource: "domains",
    pointer: "/domain",
    rule: "format text",
    name: "domains /domain <refuses> #1",
    verdict: "discrepancy",
    value: '"<script>\u0000&"',
    expected: "refused",
    got: "accepted",
    where: "POST",
  };
  const facts = {
    command: "verify",
    finished: new Date(0),
    seconds: 1,
    isCancelled: false,
    rules: [],
    runs: [],
    unapproved: [],
  };
  for (const text of [reportPage([outcome], facts), asJUnit([outcome])]) {
    expect(text).toContain("&lt;script&gt;\ufffd&amp;");
    expect(text).not.toMatch(/<script|\0/);
  }
  expect(asJUnit([outcome])).toContain('tests="1" failures="1"');
});
