import { describe, expect, it } from "vitest";
import { SeedBuilder, type SeedStep } from "./seedBuilder.ts";

function run(steps: readonly SeedStep[], given = {}) {
  const draft = new SeedBuilder(new Date("2026-06-17T13:20:00Z"));
  draft.run(steps, given);
  return draft.tables;
}

describe("steps of demonstration data", () => {
  it("repeat rows for lists, objects and rows of a table, with names of all loops around", () => {
    const { domains, preferences } = run([
      { let: { host: "pbx.example" } },
      {
        each: [["a", 1], ["b"]],
        as: ["name", "size"],
        do: [{ domains: { domain: "{{name}}.{{host}}", size: "{{size}}" } }],
      },
      {
        each: "domains",
        where: { size: [1, 2] },
        do: [
          {
            each: { sst: true, codecs: ["opus"] },
            as: ["key", "value"],
            do: [{ preferences: { of: "{{domains.id}}", key: "{{key}}", value: "{{value}}" } }],
          },
        ],
      },
    ]);
    expect(domains).toEqual([
      { id: 1, domain: "a.pbx.example", size: 1 },
      { id: 2, domain: "b.pbx.example", size: null },
    ]);
    expect(preferences).toMatchObject([
      { id: 1, of: 1, key: "sst", value: true },
      { id: 2, of: 1, key: "codecs", value: ["opus"] },
    ]);
  });

  it("refer to rows by columns, also to those that were changed since", () => {
    const { numbers } = run(
      [
        { each: ["one", "two"], as: "name", do: [{ resellers: { name: "{{name}}" } }] },
        { numbers: { of: "{{resellers[name=wanted].id}}", text: "{{resellers[name=one].name}}!" } },
        { each: "resellers", where: { id: 1 }, do: [{ set: { resellers: { name: "three" } } }] },
        { numbers: { of: "{{resellers[name=three].id}}" } },
      ],
      { wanted: "two" },
    );
    expect(numbers).toEqual([
      { id: 1, of: 2, text: "one!" },
      { id: 2, of: 1 },
    ]);
  });

  it("make times, texts of lines, lists and copies", () => {
    const { sms } = run([
      { let: { usual: { status: "ok", text: "" } } },
      {
        sms: {
          "...": "{{usual}}",
          time: { hoursAgo: -1.5 },
          text: { textLines: ["a", "b"] },
          to: { each: [1, 2], as: "n", value: { n: "{{n}}" } },
        },
      },
    ]);
    expect(sms).toEqual([
      { id: 1, status: "ok", time: "2026-06-17T14:50:00Z", text: "a\nb", to: [{ n: 1 }, { n: 2 }] },
    ]);
  });

  it.each(["{{nobody}}", "{{resellers.id}}", "{{resellers[name=nobody].id}}", "{{given.lost}}"])(
    "fail for %s",
    (name) => {
      expect(() => run([{ domains: { domain: name } }], { given: {} })).toThrow(`the demonstration has no ${name}`);
    },
  );
});
