import { describe, expect, it } from "vitest";
import type { CrossRule, Json, WireRecord } from "../schema/descriptor.ts";
import { checkCrossRules } from "./crossRules.ts";

const pointers = (rule: CrossRule, record: WireRecord) =>
  checkCrossRules([rule], record).map((error) => `${error.pointer} ${error.rule}`);

describe("together", () => {
  const rule: CrossRule = { rule: "together", fields: ["iban", "bic", "bank"] };

  it("requires all or none", () => {
    expect(pointers(rule, {})).toEqual([]);
    expect(pointers(rule, { iban: "a", bic: "b", bank: "c" })).toEqual([]);
    expect(pointers(rule, { bic: "b" })).toEqual(["/iban together", "/bank together"]);
  });

  it("says which belong together", () => {
    expect(checkCrossRules([rule], { iban: "a", bic: "b" })).toEqual([
      { pointer: "/bank", rule: "together", params: { fields: ["iban", "bic", "bank"] }, key: "rules.together" },
    ]);
  });
});

describe("before", () => {
  const rule: CrossRule = { rule: "before", fields: ["start", "stop"] };
  const record = (start: unknown, stop: unknown) => ({ start, stop }) as WireRecord;

  it.each([
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:01Z"],
    // An hour later on the clock, and an hour before.
    ["2030-01-01T01:00:00+02:00", "2030-01-01T00:00:00Z"],
    ["2030-01-01 00:00:00", "2030-01-02 00:00:00"],
    ["08:00:00", "20:00:00"],
    ["9:05", "10:00"],
  ])("takes %s before %s", (start, stop) => {
    expect(pointers(rule, record(start, stop))).toEqual([]);
  });

  it.each([
    ["2030-01-02T00:00:00Z", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00+00:00", "2030-01-01T01:00:00+02:00"],
    ["20:00:00", "08:00:00"],
    ["08:00", "08:00:00"],
  ])("refuses %s before %s at the later one", (start, stop) => {
    expect(pointers(rule, record(start, stop))).toEqual(["/stop before"]);
  });

  it("allows equal instants where the rule does", () => {
    const same = record("2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z");
    expect(pointers({ ...rule, orEqual: true }, same)).toEqual([]);
  });

  it.each([
    [undefined, "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00Z", undefined],
    ["soon", "2030-01-01T00:00:00Z"],
    [7, []],
  ])("leaves %j and %j to other rules", (start, stop) => {
    expect(pointers(rule, record(start, stop))).toEqual([]);
  });
});

describe("differs", () => {
  const rule: CrossRule = { rule: "differs", fields: ["a", "b"] };

  it("refuses equal values, at the second field, but not two missing ones", () => {
    expect(pointers(rule, { a: "x", b: "x" })).toEqual(["/b differs"]);
    expect(pointers(rule, { a: "x", b: "y" })).toEqual([]);
    expect(pointers(rule, { a: "x" })).toEqual([]);
    expect(pointers(rule, {})).toEqual([]);
  });
});

describe("in lists", () => {
  const rule: CrossRule = { rule: "before", fields: ["intervals.start", "intervals.stop"] };
  const [early, late] = ["2030-01-01T00:00:00Z", "2030-02-01T00:00:00Z"];

  it("checks each item separately and reports its index", () => {
    const intervals = [
      { start: early, stop: late },
      { start: late, stop: early },
      7,
      { start: late },
      { start: late, stop: late },
    ] as WireRecord["intervals"];
    expect(pointers(rule, { intervals })).toEqual(["/intervals/1/stop before", "/intervals/4/stop before"]);
  });

  it("reports full paths, which labels are looked up by", () => {
    const intervals = [{ start: late, stop: early }] as WireRecord["intervals"];
    expect(checkCrossRules([rule], { intervals })[0]?.params).toEqual({
      fields: ["intervals.start", "intervals.stop"],
    });
  });

  it("leaves values that are not lists to other rules", () => {
    expect(pointers(rule, {})).toEqual([]);
    expect(pointers(rule, { intervals: { start: late, stop: early } })).toEqual([]);
  });
});

it("keeps the order of the rules", () => {
  const rules: CrossRule[] = [
    { rule: "differs", fields: ["a", "b"] },
    { rule: "together", fields: ["c", "d"] },
  ];
  expect(checkCrossRules(rules, { a: 1, b: 1, d: 1 }).map(({ rule }) => rule)).toEqual(["differs", "together"]);
});

describe("distinct", () => {
  const rule: CrossRule = { rule: "distinct", fields: ["slots.key"] };

  it("is reported at every item that repeats an earlier one", () => {
    const slots = ["1", "2", "1", null, "1"].map((key): WireRecord => (key === null ? {} : { key })) as Json;
    expect(pointers(rule, { slots })).toEqual(["/slots/2/key distinct", "/slots/4/key distinct"]);
    expect(pointers(rule, { slots: "1, 1" })).toEqual([]);
  });
});
