import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillPlaceholders, findFault, isPlaceholder, toPlaceholder } from "./placeholders.ts";

const values = { url: "https://example.org", "client.company": "Bakery", empty: "" };
const isKnown = (name: string) => Object.hasOwn(values, name);

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
    expect(fillPlaceholders(text, values)).toBe(filled);
  });

  it("never throws and leaves no known placeholder", () => {
    fc.assert(
      fc.property(template, (text) => {
        const filled = fillPlaceholders(text, { url: "u", "client.company": "c" });
        // What disappears may leave brackets beside each other: the result is not filled in again.
        if (findFault(text, isKnown) || text.includes("empty")) return;
        expect(filled).not.toMatch(/\[%\s*(?:url|client\.company)\s*%\]/);
      }),
      { examples: [["[% [% url %]"], ["[% url %] %]"], ["[[% %]% url %]"]], numRuns: 2000 },
    );
  });

  it("keeps texts without placeholders, and values as they are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const plain = text.replaceAll("[%", "");
        expect(fillPlaceholders(plain, values)).toBe(plain);
        expect(fillPlaceholders("[% url %]", { url: value })).toBe(value);
      }),
    );
    expect(fillPlaceholders("[% url %]", { url: "[% other %]", other: "secret" })).toBe("[% other %]");
  });

  it.each(["[%", "[% ", "%]", "[% a", "[% a %]", "[".repeat(3)])("takes linear time for many %j", (part) => {
    // Quadratic time would be minutes.
    const text = part.repeat(300_000);
    expect(fillPlaceholders(text, {}).length).toBeLessThanOrEqual(text.length);
    findFault(text, () => true);
  });
});

describe("finding faults", () => {
  it.each([
    ["Hello [% url %] [% client.company %]", undefined],
    ["Hello [% urll %] [% x %]", { kind: "unknown", name: "urll" }],
    ["[% IF url %]", { kind: "code" }],
    ["[% url | html %]", { kind: "code" }],
    ["[%- url -%]", { kind: "code" }],
    ["[%# a comment %]", { kind: "code" }],
    ["[% client.company.upper() %]", { kind: "code" }],
    ["[% %]", { kind: "code" }],
    ["[% url", { kind: "code" }],
    ["%] 100 %", undefined],
  ])("in %j: %j", (text, fault) => {
    expect(findFault(text, isKnown)).toEqual(fault);
  });
});

it("recognizes a single placeholder", () => {
  expect(["[% url %]", "[%url%]", toPlaceholder("client.company")].every(isPlaceholder)).toBe(true);
  expect(["", "url", "[% url %] ", "[% url %][% url %]", "[% 1 %]", "[% a..b %]"].some(isPlaceholder)).toBe(false);
});
