import { describe, expect, it } from "vitest";
import { bucketStarts, MAX_BUCKETS, nextStart } from "./callsOverTime.ts";

const starts = (from: string, to: string, step: "hour" | "day", zone: string) =>
  bucketStarts(new Date(from), new Date(to), step, zone).map((start) => start.toISOString().slice(0, 16));

describe("days", () => {
  it("start at midnight of the zone, not of UTC", () => {
    expect(starts("2026-01-05T23:30:00Z", "2026-01-07T00:30:00Z", "day", "Europe/Berlin")).toEqual([
      "2026-01-05T23:00",
      "2026-01-06T23:00",
    ]);
  });

  it("last 23 and 25 hours when clocks change", () => {
    expect(starts("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", "day", "Europe/Berlin")).toEqual([
      "2026-03-27T23:00",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
    ]);
    expect(nextStart(new Date("2026-10-24T22:00:00Z"), "day", "Europe/Berlin").toISOString()).toBe(
      "2026-10-25T23:00:00.000Z",
    );
  });
});

describe("hours", () => {
  it("start at full hours of the zone", () => {
    expect(starts("2026-01-05T10:10:20Z", "2026-01-05T11:31:00Z", "hour", "Asia/Kolkata")).toEqual([
      "2026-01-05T09:30",
      "2026-01-05T10:30",
      "2026-01-05T11:30",
    ]);
  });

  it("are complete in the night in which an hour repeats", () => {
    expect(starts("2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z", "hour", "Europe/Berlin")).toEqual([
      "2026-10-25T00:00",
      "2026-10-25T01:00",
      "2026-10-25T02:00",
    ]);
  });

  it("stop one beyond the limit, however long the period is", () => {
    expect(starts("1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "hour", "UTC")).toHaveLength(MAX_BUCKETS.hour + 1);
  });
});
