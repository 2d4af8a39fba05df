import { expect, it } from "vitest";
import { isSameNumber, toDialString } from "./dialled.ts";

it.each([
  ["+43 1 234567", "+431234567"],
  ["+43 (0)1 / 23-45", "+4312345"],
  ["0043 (1) 2345", "004312345"],
  ["431234567", "431234567"],
  ["*72", "*72"],
  ["sip:ada@example.org", "ada@example.org"],
  ["tel:+431234567", "+431234567"],
  ["anonymous", null],
  ["5", null],
  ["", null],
  ["voicebox", null],
  ["ada@example.org\r\nX-Other: 1", null],
  [`+${"1".repeat(41)}`, null],
])("%j is dialled as %j", (text, dialled) => {
  expect(toDialString(text)).toBe(dialled);
});

it.each([
  ["+43 1 2345678", "4312345678", true],
  ["0043 1 2345678", "+4312345678", true],
  ["01 2345678", "4312345678", true],
  ["4312345678", "01/2345678", true],
  ["02 2345678", "4312345678", false],
  ["12345678", "4312345678", false],
  ["0678", "4312340678", false],
  ["", "", false],
  ["anna", "anna", true],
])("%j and %j are the same number: %j", (one, other, isSame) => {
  expect(isSameNumber(one, other)).toBe(isSame);
});
