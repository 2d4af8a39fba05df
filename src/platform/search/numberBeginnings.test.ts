import { expect, it } from "vitest";
import { numberBeginnings } from "./numberBeginnings.ts";

it.each([
  ["+43 1 2345", ["4312345"]],
  ["0043 (1) 2345", ["4312345"]],
  ["01/2345", ["4312345", "4412345"]],
  ["4312345", ["4312345"]],
  ["43-1", ["431"]],
  ["12", undefined],
  ["0043", undefined],
  ["office 5", undefined],
  ["", undefined],
])("%s begins like %j", (text, beginnings) => {
  expect(numberBeginnings(text, ["43", "44"])).toEqual(beginnings);
});
