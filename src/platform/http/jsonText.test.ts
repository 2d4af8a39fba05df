import { describe, expect, it } from "vitest";
import { parseJson } from "./jsonText.ts";

describe("parseJson", () => {
  it.each([
    '{"a": [1, {"b": "}"}], "c": "\\"a\\": {"}',
    '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 2}]}',
    '{"a": ":", "b": "a"}',
    '["a", "a"]',
    '"text"',
    `${"[".repeat(64)}${"]".repeat(64)}`,
  ])("reads %s", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["a key twice", '{"a": 1, "a": 1}'],
    ["a key twice, spelled differently", '{"a": 1, "\\u0061" : 2}'],
    ["a key twice deep inside", '[{"b": [{"c": 1, "d": "}", "c": 2}]}]'],
    ["too deep a list", `${"[".repeat(65)}${"]".repeat(65)}`],
    ["too deep an object", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["what is no JSON", "{a: 1}"],
  ])("refuses %s", (_, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
