import { describe, expect, it } from "vitest";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { daysAfter, handlesOf, moveHandle, nearestMidnight, periodsOf, scheduleOf, splitAt } from "./schedule.ts";

const zone = "Europe/Vienna";
const now = new Date("2026-03-01T12:00:00Z");
const open = { profile_id: 1, start: null, stop: null, effective_start_time: "2025-01-01T00:00:00Z" };
const may = { profile_id: 2, start: "2026-05-01T00:00:00Z", stop: "2026-06-01T00:00:00Z" };
const june = { profile_id: 3, start: "2026-06-01T00:00:00Z", stop: null };
const record = (items: readonly Json[], begun: readonly Json[] = [open]): WireRecord => ({
  billing_profiles: [...items],
  all_billing_profiles: [...begun],
});
const schedule = (items: readonly Json[], begun?: readonly Json[]) => scheduleOf(record(items, begun), now, zone);
const told = (items: readonly Json[]) =>
  periodsOf(schedule(items), zone).map(({ interval, from, to }) => [
    interval.profileId,
    from.toISOString().slice(0, 10),
    to?.toISOString().slice(0, 10) ?? null,
  ]);
const day = (text: string) => new Date(`${text}T00:00:00Z`);

it("draws what has begun, what is to come, and a profile that is not chosen yet", () => {
  expect(told([may, { start: "2026-07-01T00:00:00Z" }, { profile_id: 9, stop: null }])).toEqual([
    [1, "2025-01-01", "2026-05-01"],
    [2, "2026-05-01", "2026-06-01"],
    [1, "2026-06-01", "2026-07-01"],
    [null, "2026-07-01", null],
  ]);
});

describe("an end", () => {
  it("is an instant at which something to come begins or ends, and moves between its neighbours", () => {
    expect(handlesOf(schedule([may, june]), now, zone)).toEqual([
      { instant: day("2026-05-01"), after: now, before: day("2026-06-01") },
      { instant: day("2026-06-01"), after: day("2026-05-01"), before: null },
    ]);
  });

  it("of what has begun cannot be moved, but limits the others", () => {
    const held = { ...open, stop: "2026-04-01T00:00:00Z" };
    expect(handlesOf(schedule([june], [held]), now, zone)).toEqual([
      { instant: day("2026-06-01"), after: day("2026-04-01"), before: null },
    ]);
  });

  it("takes along all that begin or end there", () => {
    const [, second] = handlesOf(schedule([may, june]), now, zone);
    if (!second) throw new Error("there are two ends");
    expect(moveHandle([may, june], second, day("2026-06-10"), zone)).toEqual([
      { ...may, stop: "2026-06-10T00:00:00Z" },
      { ...june, start: "2026-06-10T00:00:00Z" },
    ]);
  });

  it("stays where it is beyond its neighbours", () => {
    const items = [may, june];
    const [first] = handlesOf(schedule(items), now, zone);
    if (!first) throw new Error("there are two ends");
    for (const to of [now, day("2026-02-01"), day("2026-06-01")])
      expect(moveHandle(items, first, to, zone)).toBe(items);
  });
});

describe("a split", () => {
  it("cuts an interval to come in two", () => {
    expect(splitAt(schedule([may]), day("2026-05-10"), zone)).toEqual([
      { ...may, stop: "2026-05-10T00:00:00Z" },
      { ...may, start: "2026-05-10T00:00:00Z" },
    ]);
  });

  it("leaves what has begun, and continues it from then on", () => {
    const held = { ...open, network_id: 7, stop: "2026-04-01T00:00:00Z" };
    expect(splitAt(schedule([may], [held]), day("2026-03-10"), zone)).toEqual([
      may,
      { profile_id: 1, network_id: 7, start: "2026-03-10T00:00:00Z", stop: "2026-04-01T00:00:00Z" },
    ]);
  });
});

it("moves by days on the clock, also when clocks change", () => {
  const before = new Date("2026-03-28T23:00:00Z");
  expect(daysAfter(before, 1, zone).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  expect(nearestMidnight(new Date("2026-05-01T09:59:00Z"), zone).toISOString()).toBe("2026-04-30T22:00:00.000Z");
  expect(nearestMidnight(new Date("2026-05-01T10:00:00Z"), zone).toISOString()).toBe("2026-05-01T22:00:00.000Z");
});
