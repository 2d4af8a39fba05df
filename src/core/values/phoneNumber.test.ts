import { describe, expect, it } from "vitest";
import { toE164Digits } from "./phoneNumber.ts";
import { parsePhoneNumber, readableNumber } from "./phoneNumberText.ts";

it.each([
  [{ cc: "43", ac: "1", sn: "234567" }, "431234567"],
  [{ cc: 43, ac: null, sn: 234567 }, "43234567"],
  [{ cc: "43", sn: "1" }, "431"],
  [{ cc: "43", ac: "1234567", sn: "123456" }, "431234567123456"],
  [{ cc: "43", ac: "1234567", sn: "1234567" }, null],
  [{ cc: "", ac: "1", sn: "2" }, null],
  [{ cc: "0", ac: "1", sn: "2" }, null],
  [{ cc: "43", ac: "1", sn: "" }, null],
  [{ cc: "+43", ac: "1", sn: "2" }, null],
  [{ cc: "43", ac: "x", sn: "2" }, null],
])("toE164Digits joins %j", (number, digits) => {
  expect(toE164Digits(number)).toBe(digits);
});

describe("parsePhoneNumber", () => {
  it.each([
    ["+43 1 234567", undefined, { cc: "43", ac: "1", sn: "234567" }],
    ["0043 1 234567", undefined, { cc: "43", ac: "1", sn: "234567" }],
    ["0043 1 234567", "US", { cc: "43", ac: "1", sn: "234567" }],
    ["01 234567", "AT", { cc: "43", ac: "1", sn: "234567" }],
    ["0664/123 45 67", "AT", { cc: "43", ac: "664", sn: "1234567" }],
    ["(213) 373-4253", "US", { cc: "1", ac: "213", sn: "3734253" }],
    ["+33 1 42 68 53 00", undefined, { cc: "33", ac: "1", sn: "42685300" }],
    ["+4312", undefined, { cc: "43", ac: "", sn: "12" }],
  ])("reads %j in %s", (text, country, number) => {
    expect(parsePhoneNumber(text, country)).toEqual(number);
  });

  it.each([
    ["01 234567", undefined],
    ["01 234567", "XX"],
    ["call me", "AT"],
    ["+999 123456", undefined],
    ["+43 1 234567 ext. 5", undefined],
    ["my number is +43 1 234567", undefined],
    ["", "AT"],
    ["1".repeat(65), "AT"],
    ["+43 12345 12345 12345", undefined],
  ])("refuses %j in %s", (text, country) => {
    expect(parsePhoneNumber(text, country)).toBeNull();
  });
});

it.each([
  ["447700900026", "+44 7700 900026"],
  ["+431234567", "+43 1 234567"],
  ["90", "90"],
  ["4312", "4312"],
  ["0794609990", "0794609990"],
  ["99999999999999", "99999999999999"],
  ["4420794*", "4420794*"],
  ["anonymous", "anonymous"],
])("readableNumber reads %s as %s", (text, readable) => {
  expect(readableNumber(text)).toBe(readable);
});
