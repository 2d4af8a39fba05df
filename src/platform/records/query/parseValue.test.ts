import { expect, it } from "vitest";
import { parseValue } from "./operators.ts";

it.each([
  ["integer", "12", 12],
  ["integer", "-3", -3],
  ["integer", "2147483648", undefined],
  ["integer", "1e3", undefined],
  ["integer", "", undefined],
  ["bigint", "99999999999", "99999999999"],
  ["numeric", "1.50", 1.5],
  ["numeric", "NaN", undefined],
  ["boolean", "TRUE", true],
  ["boolean", "0", false],
  ["boolean", "maybe", undefined],
  ["timestamptz", "2026-01-02 03:04:05", new Date("2026-01-02T03:04:05Z")],
  ["timestamptz", "2026-01-02T03:04:05+01:00", new Date("2026-01-02T02:04:05Z")],
  ["timestamptz", "yesterday", undefined],
  ["text", "any 'text'", "any 'text'"],
  ["text", "nul\0", undefined],
] as const)("reads a %s from %j", (type, text, value) => {
  expect(parseValue(type, text, "UTC")).toEqual(value);
});
