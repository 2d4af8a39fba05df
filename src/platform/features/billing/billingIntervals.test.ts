import { describe, expect, it } from "vitest";
import {
  findProfileIdAt,
  futureIntervals,
  type Interval,
  planFirstSchedule,
  planSchedule,
  planSingleProfile,
} from "./billingIntervals.ts";

const now = new Date("2026-03-01T12:00:00Z");
const open: Interval = { profile_id: 1, start: null, stop: null, effective_start_time: "2025-01-01T00:00:00Z" };
const february: Interval = {
  profile_id: 2,
  start: "2026-02-01T00:00:00Z",
  stop: "2026-03-01T00:00:00Z",
  effective_start_time: "2026-02-01T00:00:00Z",
};
const fromMay: Interval = {
  profile_id: 3,
  start: "2026-05-01T00:00:00Z",
  stop: null,
  effective_start_time: "2026-05-01T00:00:00Z",
};
const all = [open, february, fromMay];

describe("findProfileIdAt", () => {
  it.each([
    ["2025-06-01T00:00:00Z", 1],
    ["2026-02-01T00:00:00Z", 2],
    ["2026-02-28T23:59:59Z", 2],
    ["2026-03-01T00:00:00Z", 1],
    ["2026-05-01T00:00:00Z", 3],
  ])("at %s finds the interval that took effect last and still holds", (at, profile) => {
    expect(findProfileIdAt(all, new Date(at))).toBe(profile);
  });

  it("finds none before the first", () => {
    expect(findProfileIdAt([fromMay], now)).toBeUndefined();
  });
});

it("counts unstarted intervals as future", () => {
  expect(futureIntervals(all, now)).toEqual([fromMay]);
});

describe("planSingle", () => {
  it("starts a new contract with an unbounded interval", () => {
    expect(planSingleProfile([], 7, now)).toEqual([
      { profile_id: 7, start: null, stop: null, effective_start_time: "2026-03-01T12:00:00Z" },
    ]);
  });

  it("takes effect now and keeps future intervals", () => {
    const planned = planSingleProfile(all, 7, now);
    expect(findProfileIdAt(planned, now)).toBe(7);
    expect(findProfileIdAt(planned, new Date("2026-06-01T00:00:00Z"))).toBe(3);
  });

  it("adds nothing for the profile in force", () => {
    expect(planSingleProfile(all, 1, now)).toEqual(all);
  });
});

describe("planFirstSchedule", () => {
  it("needs an unbounded interval", () => {
    const { broken } = planFirstSchedule([{ profile_id: 3, start: "2026-05-01 00:00:00" }], now, "UTC");
    expect(broken).toEqual([{ rule: "intervalOpenNeeded", pointer: "/billing_profiles" }]);
  });

  it("parses wire timestamps in both forms", () => {
    const given = [
      { profile_id: 1 },
      { profile_id: 3, start: "2026-05-01 00:00:00", stop: "2026-06-01T02:00:00+02:00" },
    ];
    const { intervals, broken } = planFirstSchedule(given, now, "UTC");
    expect(broken).toEqual([]);
    expect(intervals[1]).toEqual({ ...fromMay, stop: "2026-06-01T00:00:00Z" });
  });
});

describe("planSchedule", () => {
  it("replaces future intervals only", () => {
    const { intervals } = planSchedule(all, [{ profile_id: 9, start: "2027-01-01T00:00:00Z" }], now, "UTC");
    expect(intervals.map(({ profile_id }) => profile_id)).toEqual([1, 2, 9]);
  });

  it("clears future intervals with an empty list", () => {
    expect(planSchedule(all, [], now, "UTC").intervals).toEqual([open, february]);
  });

  it.each([
    [{ profile_id: 9 }, "/billing_profiles/0/start", "intervalOpenRefused"],
    [{ profile_id: 9, stop: "2027-01-01T00:00:00Z" }, "/billing_profiles/0/start", "intervalStopAlone"],
    [{ profile_id: 9, start: "2026-03-01T12:00:00Z" }, "/billing_profiles/0/start", "future"],
    [
      { profile_id: 9, start: "2027-01-01T00:00:00Z", stop: "2027-01-01T00:00:00Z" },
      "/billing_profiles/0/stop",
      "intervalOrder",
    ],
  ])("refuses %j", (given, pointer, rule) => {
    expect(planSchedule(all, [given], now, "UTC").broken).toEqual([{ rule, pointer }]);
  });
});
