import { describe, expect, it } from "vitest";
import { matchesFilter, matchesPattern } from "./matches.ts";

it.each([
  ["foo", "Foo", true],
  ["foo", "foot", false],
  ["foo*", "foot", true],
  ["*oo", "foo", true],
  ["*o*", "foo", true],
  ["f*o*t", "foot", true],
  ["f*t*o", "foot", false],
  ["a*a", "a", false],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["a\\b", "a\\b", true],
  ["%_", "%_", true],
  ["a.c", "abc", false],
])("the pattern %s fits %s: %s", (pattern, text, fits) => {
  expect(matchesPattern(pattern, text)).toBe(fits);
});

it("a pattern with many stars takes no longer than another", () => {
  expect(matchesPattern("*a".repeat(5_000), "a".repeat(4_999))).toBe(false);
});

describe("filters of values", () => {
  it.each([
    ["exact", "integer", 5, "5", true],
    ["exact", "text", "a,b", "a,b", true],
    ["list", "text", "b", "a, b", true],
    ["list", "text", "c", "a,b", false],
    ["not", "text", "c", "a,b", true],
    ["not", "text", "a", "a,b", false],
    ["not", "text", null, "a", true],
    ["exact", "boolean", true, "1", true],
    ["exact", "boolean", null, "false", true],
    ["exact", "boolean", true, "maybe", false],
    ["gt", "integer", 10, "9", true],
    ["lt", "integer", 10, "9", false],
    ["ge", "integer", 9, "9", true],
    ["ge", "date", "2026-03-10", "2026-03-10", true],
    ["le", "date", "2026-03-11", "2026-03-10", false],
    ["ge", "integer", 8, "9", false],
    ["le", "integer", 9, "9", true],
    ["le", "integer", 10, "9", false],
    ["gt", "dateTime", "2026-03-01T12:00:00Z", "2026-03-01T12:30:00+01:00", true],
    ["lt", "dateTime", "2026-03-01T12:00:00Z", "never", false],
    ["wildcard", "tags", ["one", "two"], "tw*", true],
    ["wildcard", "text", null, "*", false],
    ["wildcard", "text", "441632960123", "+44 1632 960123", true],
    ["wildcard", "text", "441632960123", "*1632 960*", true],
    ["wildcard", "text", null, "$null", true],
    ["wildcard", "text", "x", "$not_null", true],
    ["empty", "boolean", null, "true", true],
    ["empty", "boolean", 7, "1", false],
    ["empty", "boolean", 7, "0", true],
    ["empty", "boolean", null, "maybe", false],
  ] as const)("%s on %s: %j and %s: %s", (match, kind, value, text, passes) => {
    expect(matchesFilter({ match, kind }, value === null || typeof value !== "object" ? value : [...value], text)).toBe(
      passes,
    );
  });
});
