import { describe, expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { findInvalidFilters } from "./filters.ts";
import { findPeriod, findTimeRange, type Period, periods, periodValues } from "./periods.ts";

const rangeIn = (name: string, filter: string) => {
  const { filters } = descriptorOf(name);
  const [known] = filters.filter((one) => one.name === filter);
  const range = known && findTimeRange(filters, known);
  if (!range) throw new Error(`no range at ${filter}`);
  return range;
};

describe("a period", () => {
  const calls = rangeIn("calls", "start_le");
  // Clocks went back on 25 October.
  const now = new Date("2026-10-31T23:30:00Z");
  const of = (period: Period, zone = "Europe/Vienna") => Object.values(periodValues(calls, period, now, zone));

  it("is that of the viewer's calendar", () => {
    expect(of("today")).toEqual(["2026-10-31T23:00:00Z", "2026-11-01T22:59:59Z"]);
    expect(of("yesterday")).toEqual(["2026-10-30T23:00:00Z", "2026-10-31T22:59:59Z"]);
    expect(of("last7Days")).toEqual(["2026-10-25T23:00:00Z", "2026-11-01T22:59:59Z"]);
    expect(of("thisMonth")).toEqual(["2026-10-31T23:00:00Z", "2026-11-30T22:59:59Z"]);
    expect(of("lastMonth")).toEqual(["2026-09-30T22:00:00Z", "2026-10-31T22:59:59Z"]);
    expect(of("today", "UTC")).toEqual(["2026-10-31T00:00:00Z", "2026-10-31T23:59:59Z"]);
  });

  it("has its first second, and not that after its last, whatever the filters compare with", () => {
    const customers = rangeIn("customers", "create_timestamp_gt");
    expect(periodValues(customers, "yesterday", now, "UTC")).toEqual({
      create_timestamp_gt: "2026-10-29T23:59:59Z",
      create_timestamp_lt: "2026-10-31T00:00:00Z",
    });
  });

  it("of days is whole days of the viewer's calendar", () => {
    const events = rangeIn("customerfraudevents", "date_le");
    const ofDays = (period: Period) => Object.values(periodValues(events, period, now, "Europe/Vienna"));
    expect(periods.map(ofDays)).toEqual([
      ["2026-11-01", "2026-11-01"],
      ["2026-10-31", "2026-10-31"],
      ["2026-10-26", "2026-11-01"],
      ["2026-11-01", "2026-11-30"],
      ["2026-10-01", "2026-10-31"],
    ]);
  });

  it("is known again by its values while it is that period", () => {
    for (const period of periods) {
      const values = periodValues(calls, period, now, "UTC");
      expect(findPeriod(calls, values, now, "UTC")).toBe(period);
      expect(findPeriod(calls, values, new Date("2027-03-03T00:00:00Z"), "UTC")).toBeUndefined();
    }
  });
});

it("of an address, filters that there are not and values that cannot be read are refused", () => {
  const values = { start_ge: "yesterday", status: "nosuch", search: "x", number: "*43*", rating_status: "ok,failed" };
  const refused = findInvalidFilters(descriptorOf("calls"), {
    ...values,
    start_le: "2026-01-31",
    call_type: "perhaps",
  });
  expect(refused.map(({ filter, isKnown }) => [filter.name, isKnown])).toEqual([
    ["start_ge", true],
    ["status", false],
    ["call_type", true],
  ]);
});
