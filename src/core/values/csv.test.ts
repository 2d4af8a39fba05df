import { expect, it } from "vitest";
import { toCsvLine } from "./csv.ts";

it.each([
  ["plain", "plain"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  [" spaces ", '" spaces "'],
  ["'=1", "''=1"],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://evil")', '"\'=HYPERLINK(""http://evil"")"'],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3", "'-2+3"],
  ["\t=1", "'\t=1"],
  ["＝1", "'＝1"],
  ["-5", "-5"],
  ["-5.25", "-5.25"],
  ["+431234567", "+431234567"],
  ["+431234567, +431234568", '"+431234567, +431234568"'],
  ["+43 1 234", "'+43 1 234"],
  ["a=b", "a=b"],
])("a line of CSV has %j as %j", (text, written) => {
  expect(toCsvLine(["x", text])).toBe(`x,${written}\r\n`);
});
