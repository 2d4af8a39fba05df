import { expect, it } from "vitest";
import { parseNumberQuery } from "./parseNumberQuery.ts";

it.each([
  ["+43 1 2345", { beginnings: ["4312345"] }],
  ["+44 (0)20 7946", { beginnings: ["44207946"] }],
  ["tel:+431", { beginnings: ["431"] }],
  ["0043 (1) 2345", { beginnings: ["4312345"], part: "004312345" }],
  ["01/2345", { beginnings: ["4312345", "4412345"], part: "012345" }],
  ["0113", { beginnings: ["43113", "44113"], part: "0113" }],
  ["7946 0113", { beginnings: ["79460113"], part: "79460113" }],
  ["(01) 2345", { beginnings: ["4312345", "4412345"], part: "012345" }],
  ["\u202a+43\u00a01–23.45\u202c", { beginnings: ["4312345"] }],
  ["43-1", { beginnings: ["431"], part: "431" }],
  ["01.23.45.67.89", { beginnings: ["43123456789", "44123456789"], part: "0123456789" }],
  ["0043", { beginnings: [], part: "0043" }],
  ["12", undefined],
  ["198.51.100.7", undefined],
  ["198.51.100.", undefined],
  ["office 5", undefined],
  ["", undefined],
])("%s finds %j", (text, found) => {
  expect(parseNumberQuery(text, ["43", "44"])).toEqual(found);
});
