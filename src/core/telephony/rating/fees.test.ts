import { expect, it } from "vitest";
import type { BillingFee, MatchMode } from "./billingFee.ts";
import { explainFees } from "./explainFees.ts";
import { FeeIndex } from "./feeIndex.ts";
import { foldCase, readFeePattern } from "./feePattern.ts";
import { callingLine, type FeeQuestion } from "./feeQuestion.ts";

const intervals = {
  onpeak_init_interval: 60,
  onpeak_follow_interval: 60,
  offpeak_init_interval: 60,
  offpeak_follow_interval: 60,
};
const fee = (id: number, match_mode: MatchMode, destination: string, more: Partial<BillingFee> = {}): BillingFee => ({
  ...intervals,
  id,
  match_mode,
  direction: "out",
  source: match_mode === "prefix" ? "" : ".",
  destination,
  ...more,
});
const call: FeeQuestion = {
  direction: "out",
  source: { user: "4310", domain: "example.org" },
  destination: { user: "43123", domain: "example.org" },
};

it("says why each other fee does not apply, those that came closest first", () => {
  const index = new FeeIndex([
    fee(1, "prefix", "431"),
    fee(2, "prefix", "431", { source: "43" }),
    fee(3, "prefix", "43"),
    fee(4, "prefix", "4312", { source: "44" }),
    fee(5, "prefix", "49"),
    fee(6, "prefix", "431", { direction: "in" }),
    fee(7, "regex_longest_pattern", "^43123@example\\.org$"),
    fee(8, "regex_longest_match", "(43"),
    fee(9, "exact_destination", "43123"),
    fee(10, "prefix", "431", { source: "43" }),
  ]);
  const { match, losses } = explainFees(index, call);
  expect([match?.fee.id, match?.attempt.name]).toEqual([2, "domain"]);
  expect(losses.map(({ fee: { id }, reason, lengths }) => [id, reason, ...(lengths ?? [])])).toEqual([
    [10, "equal"],
    [1, "shorter_source", 0, 2],
    [3, "shorter_destination", 2, 3],
    [7, "mode"],
    [9, "attempt"],
    [4, "source"],
    [5, "destination"],
    [8, "pattern"],
    [6, "direction"],
  ]);
});

it("compares lengths of matches in one mode and of patterns in the other", () => {
  const destinations = ["^4[0-9]{1,2}", "^43\\d*"];
  const winner = (mode: MatchMode) =>
    explainFees(new FeeIndex(destinations.map((text, at) => fee(at, mode, text))), call);
  expect(winner("regex_longest_pattern").losses[0]).toMatchObject({ reason: "shorter_destination", lengths: [6, 12] });
  expect(winner("regex_longest_match").losses[0]).toMatchObject({ reason: "shorter_destination", lengths: [3, 5] });
});

it("explains a call without a fee", () => {
  const { match, losses } = explainFees(new FeeIndex([fee(1, "prefix", "49")]), call);
  expect(match).toBeNull();
  expect(losses).toMatchObject([{ reason: "destination" }]);
});

it.each([
  ["^43", "43"],
  ["^43\\d+$", "43"],
  ["^\\+43(1|2)", "+43"],
  ["^A\\.b@c", "a.b@c"],
  ["^431?", "43"],
  ["^431{2}", "431"],
  ["^431{2,}99999", "99999"],
  ["^431+2", "431"],
  ["(00|\\+)?431", "431"],
  ["^(43|49)5", "5"],
  ["^43[|]1", "43"],
  ["^43[\\]|77]1", "43"],
  ["^43\\|1", "43|1"],
  ["^43|^49", ""],
  ["^(43|49)", ""],
  ["^\\x3443", "443"],
  ["^\\p{L}43", "43"],
  ["(?x) 4 3 # 1", "43"],
  ["[]43]", ""],
  ["^.", ""],
  ["", ""],
])("what %j matches contains %j", (pattern, text) => {
  expect(foldCase(readFeePattern(pattern)?.required[0] ?? "")).toBe(text);
});

it("takes the user of an anonymous call from outside, if it is a number", () => {
  const line = { cli: "Anonymous", user: "+43 1", isFromOutside: true };
  expect(callingLine(line)).toBe("+43 1");
  expect(callingLine({ ...line, user: "ada" })).toBe("Anonymous");
  expect(callingLine({ ...line, cli: "4310" })).toBe("4310");
  expect(callingLine({ ...line, isFromOutside: false })).toBe("Anonymous");
});
