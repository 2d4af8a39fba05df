import { describe, expect, it } from "vitest";
import { findProfileIdAt, futureIntervals, type Interval } from "./billingIntervals.ts";

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
