import { expect, it } from "vitest";
import { formatDecimal, parseDecimal, parseInteger } from "./numberText.ts";

it.each([
  ["5060", 5060],
  ["-3", -3],
  ["+7", 7],
  ["12x", null],
  ["1.5", null],
  ["1,000", null],
  ["9007199254740993", null],
  ["", null],
])("%j is the whole number %j", (text, value) => {
  expect(parseInteger(text)).toBe(value);
});

it.each([
  ["1.5", "en", 1.5],
  ["1,5", "de", 1.5],
  ["1,5", "en", null],
  ["1.500", "de", null],
  ["-0.25", "en", -0.25],
  ["2.", "en", 2],
  [".5", "en", null],
  ["1e3", "en", null],
])("%j in %s is %j", (text, locale, value) => {
  expect(parseDecimal(text, locale)).toBe(value);
});

it.each([0.1, 19.6, 1234567.125, -3])("round-trips %d in every language", (value) => {
  for (const locale of ["en", "de", "es", "fr", "it", "ru"]) {
    expect(parseDecimal(formatDecimal(value, locale).replace("\u2212", "-"), locale)).toBe(value);
  }
});
