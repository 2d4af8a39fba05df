import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlaceholder, toPlaceholder } from "../../validation/templateDirectives.ts";
import { toLiquidTemplate } from "../deviceTemplates/liquidTemplate.ts";
import { fillMail } from "./fillMail.ts";
import type { MailValues } from "./mailTemplates.ts";

const values = { url: "https://example.org", "client.company": "Bakery", empty: "" };
const fill = (body: string, given: MailValues) => fillMail({ body }, given).text;
const faultOf = (text: string) => toLiquidTemplate(text, Object.keys(values)).faults[0];

/** Templates of what matters here, and anything else. */
const template = fc
  .array(
    fc.oneof(fc.constantFrom("[%", "%]", "[", "%", "]", " ", "\n", "url", "client.company", "other", "."), fc.string()),
  )
  .map((parts) => parts.join(""));

describe("filling", () => {
  it.each([
    ["Go to [% url %].", "Go to https://example.org."],
    ["[%url%][%  client.company\n%]", "https://example.orgBakery"],
    ["[% empty %][% other %]", ""],
    ["[% IF url %]a[% END %]", "a"],
    ["[% constructor %][% __proto__ %][% url.length %]", ""],
    ["a [% url", "a [% url"],
    ["100 % of [brackets]", "100 % of [brackets]"],
  ])("%j gives %j", (text, filled) => {
    expect(fill(text, values)).toBe(filled);
  });

  it("never throws and leaves no known placeholder", () => {
    fc.assert(
      fc.property(template, (text) => {
        const filled = fill(text, { url: "u", "client.company": "c" });
        // What disappears may leave brackets beside each other: the result is not filled in again.
        if (faultOf(text) || text.includes("empty")) return;
        expect(filled).not.toMatch(/\[%\s*(?:url|client\.company)\s*%\]/);
      }),
      { examples: [["[% [% url %]"], ["[% url %] %]"], ["[[% %]% url %]"]], numRuns: 2000 },
    );
  });

  it("keeps texts without placeholders, and values as they are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const plain = text.replaceAll("[%", "");
        expect(fill(plain, values)).toBe(plain);
        expect(fill("[% url %]", { url: value })).toBe(value);
      }),
    );
    expect(fill("[% url %]", { url: "[% other %]", other: "secret" })).toBe("[% other %]");
  });

  it.each(["[%", "[% ", "%]", "[% a", "[% a %]", "[".repeat(3)])("takes linear time for many %j", (part) => {
    // Quadratic time would be minutes.
    const text = part.repeat(300_000);
    expect(fill(text, {}).length).toBeLessThanOrEqual(text.length);
    faultOf(text);
  });
});

it.each([
  ["Hello [% url %] [% client.company %]", undefined],
  ["Hello\n[% urll %] [% x %]", { rule: "variableUnknown", line: 2, params: { name: "urll", nearest: "url" } }],
  ["[% IF url %]", { rule: "directiveUnknown" }],
  ["[% url | html %]", { rule: "directiveUnknown" }],
  ["[%- url -%]", { rule: "directiveUnknown" }],
  ["[%# a comment %]", { rule: "directiveUnknown" }],
  ["[% client.company.upper() %]", { rule: "directiveUnknown" }],
  ["[% %]", { rule: "directiveUnknown" }],
  ["[% url", { rule: "directiveOpen" }],
  ["%] 100 %", undefined],
])("finding faults in %j: %j", (text, fault) => {
  const found = faultOf(text);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(fault);
});

it("recognizes a single placeholder", () => {
  expect(["[% url %]", "[%url%]", toPlaceholder("client.company")].every(isPlaceholder)).toBe(true);
  expect(["", "url", "[% url %] ", "[% url %][% url %]", "[% 1 %]", "[% a..b %]"].some(isPlaceholder)).toBe(false);
});
