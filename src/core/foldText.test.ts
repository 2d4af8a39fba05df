import { expect, it } from "vitest";
import { findFolded, foldText } from "./foldText.ts";

it.each([
  ["Müller", "muller"],
  ["STRASSE Straße", "strasse strasse"],
  ["Łódź Ørsted Œuvre", "lodz orsted oeuvre"],
  ["Ёжик Йод", "ежик иод"],
  ["été", "ete"],
  ["e\u0301", "e"],
  ["sip:Alice@example.org", "sip:alice@example.org"],
])("%s is compared as %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it.each([
  ["Bäckerei Müller", "mull", [9, 13]],
  ["Straße 5", "strasse", [0, 6]],
  ["e\u0301te\u0301", "te", [2, 4]],
  ["442079460113", "7946", [4, 8]],
  ["Straße", "s 5", undefined],
  ["Anything", "", undefined],
] as const)("in %s, %s is at %j", (text, part, span) => {
  expect(findFolded(text, part)).toEqual(span);
});
