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
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["ﬁle ＡＢＣ", "file abc"],
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

it("makes all letters equal that have the same capitals or small letters", () => {
  const different: string[] = [];
  for (let code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    const folded = foldText(letter);
    const cases = [letter.toUpperCase(), letter.toLowerCase(), folded].map(foldText);
    if (cases.some((one) => one !== folded)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});
