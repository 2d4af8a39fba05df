import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatWeekday } from "./calendarNames.ts";
import {
  formatDate,
  formatDateTime,
  formatInput,
  formatMonth,
  formatTimeOfDay,
  formatWireDate,
  formatWireTime,
  parseInputInstant,
  parseWireInstant,
  startOfDay,
  toInstant,
  toPlatformTime,
  toRfc3339,
  wallTime,
  withoutYear,
} from "./dateTime.ts";

const vienna = "Europe/Vienna";
const iso = (instant: Date | null): string | null => (instant === null ? null : toRfc3339(instant));

describe("parseWireInstant", () => {
  it.each([
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
    ["2026-01-02T03:04:05.999Z", "2026-01-02T03:04:05Z"],
    ["2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05Z"],
    ["2026-01-01T22:04:05-05:30", "2026-01-02T03:34:05Z"],
    ["2026-01-02 03:04:05", "2026-01-02T02:04:05Z"],
    ["2026-07-02 03:04:05", "2026-07-02T01:04:05Z"],
    ["2026-07-02", "2026-07-01T22:00:00Z"],
  ])("reads %s", (text, instant) => {
    expect(iso(parseWireInstant(text, vienna))).toBe(instant);
  });

  it.each(["", "now", "2026-02-30 00:00:00", "2026-01-02 25:00:00", "1767225600"])("refuses %j", (text) => {
    expect(parseWireInstant(text, vienna)).toBeNull();
  });
});

describe("parseInputInstant", () => {
  it("reads what people type in their zone", () => {
    expect(iso(parseInputInstant(" 2026-07-02 03:04 ", vienna))).toBe("2026-07-02T01:04:00Z");
    expect(iso(parseInputInstant("2026-07-02 03:04:05", "UTC"))).toBe("2026-07-02T03:04:05Z");
    expect(iso(parseInputInstant("2026-07-02", "UTC"))).toBe("2026-07-02T00:00:00Z");
  });

  it.each(["2026-07-02T03:04Z", "2026/07/02 03:04", "2026-07-02 3:04", "2025-02-29 00:00", ""])(
    "refuses %j",
    (text) => {
      expect(parseInputInstant(text, vienna)).toBeNull();
    },
  );
});

describe("writing", () => {
  const instant = new Date("2026-07-01T22:04:05.678Z");

  it("shows dates in the zone asked for", () => {
    expect(formatDateTime(instant, vienna)).toBe("2026/07/02 00:04");
    expect(formatDateTime(instant, vienna, { seconds: true })).toBe("2026/07/02 00:04:05");
    expect(formatDate(instant, vienna)).toBe("2026/07/02");
    expect(formatDate(instant, "America/New_York")).toBe("2026/07/01");
  });

  it("shows what the wire has in the same way, and anything else as it is", () => {
    expect(formatWireTime("2026-07-01T22:04:05Z", vienna)).toBe("2026/07/02 00:04");
    expect(formatWireTime("soon", vienna)).toBe("soon");
    const texts = ["2026-07-01", "2026-07", "08:30:00", "08:30:15", "2026-07-01T22:04:05Z", "7"];
    const shown = ["2026/07/01", "2026/07", "08:30", "08:30:15", "2026-07-01T22:04:05Z", "7"];
    expect(texts.map(formatWireDate)).toEqual(shown);
  });

  it("shows months, times of day and weekdays", () => {
    expect(formatMonth({ year: 2026, month: 7 })).toBe("2026/07");
    expect([0, 30_600, 30_615, 86_400].map(formatTimeOfDay)).toEqual(["00:00", "08:30", "08:30:15", "24:00"]);
    expect(formatWeekday(instant, vienna, "de")).toBe("Do 2026/07/02");
    expect(withoutYear(formatDate(instant, vienna))).toBe("07/02");
  });

  it("keeps seconds in inputs only when there are any", () => {
    expect(formatInput(instant, vienna)).toBe("2026-07-02 00:04:05");
    expect(formatInput(new Date("2026-07-01T22:04:00Z"), vienna)).toBe("2026-07-02 00:04");
  });

  it("writes both forms of the wire", () => {
    expect(toRfc3339(instant)).toBe("2026-07-01T22:04:05Z");
    expect(toPlatformTime(instant, vienna)).toBe("2026-07-02 00:04:05");
  });

  it("refuses a zone that does not exist", () => {
    expect(() => formatDate(instant, "Europe/Atlantis")).toThrow(RangeError);
  });
});

it("reads clocks by today's calendar also before it was introduced", () => {
  expect(wallTime(new Date("1000-03-06T07:08:09Z"), "UTC")).toEqual({
    ...{ year: 1000, month: 3, day: 6 },
    ...{ hour: 7, minute: 8, second: 9 },
  });
});

describe("daylight saving", () => {
  it("moves a time that clocks skip past the gap", () => {
    expect(iso(parseInputInstant("2024-03-31 02:30", vienna))).toBe("2024-03-31T01:30:00Z");
    expect(iso(parseInputInstant("2024-03-31 01:59", vienna))).toBe("2024-03-31T00:59:00Z");
    expect(iso(parseInputInstant("2024-03-31 03:00", vienna))).toBe("2024-03-31T01:00:00Z");
  });

  it("picks the first of two ambiguous times", () => {
    expect(iso(parseInputInstant("2024-10-27 02:30", vienna))).toBe("2024-10-27T00:30:00Z");
    expect(iso(parseInputInstant("2024-10-27 03:00", vienna))).toBe("2024-10-27T02:00:00Z");
  });

  it("survives a day that a zone skipped", () => {
    expect(iso(parseInputInstant("2011-12-31 00:30", "Pacific/Apia"))).toBe("2011-12-30T10:30:00Z");
    expect(iso(parseInputInstant("2011-12-29 23:30", "Pacific/Apia"))).toBe("2011-12-30T09:30:00Z");
  });

  it("starts a day that has no midnight when its clocks skip it, and one that has two with the first", () => {
    const start = (year: number, month: number, day: number, zone: string) =>
      iso(startOfDay({ year, month, day }, zone));
    expect(start(2023, 10, 1, "America/Asuncion")).toBe("2023-10-01T04:00:00Z");
    expect(start(2023, 11, 1, "America/Asuncion")).toBe("2023-11-01T03:00:00Z");
    expect(start(2024, 11, 3, "America/Havana")).toBe("2024-11-03T04:00:00Z");
    expect(start(1919, 3, 31, "America/Toronto")).toBe("1919-03-31T04:30:00Z");
    expect(start(2011, 12, 30, "Pacific/Apia")).toBe(start(2011, 12, 31, "Pacific/Apia"));
    expect(start(2026, 1, 32, vienna)).toBe("2026-01-31T23:00:00Z");
  });

  it("tiles time with days, in every zone", () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const instant = fc.date({ min: new Date("1975-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(zone, instant, (name, date) => {
        const day = wallTime(date, name);
        const [start, end] = [startOfDay(day, name), startOfDay({ ...day, day: day.day + 1 }, name)];
        expect(start <= date && date < end).toBe(true);
        const dayOf = (at: number) => wallTime(new Date(at), name).day;
        expect([dayOf(start.getTime()), dayOf(end.getTime() - 1000)]).toEqual([day.day, day.day]);
        expect(dayOf(start.getTime() - 1000)).not.toBe(day.day);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds an instant for every wall time, in every zone", () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const instant = fc.date({ min: new Date("1975-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(zone, instant, (name, date) => {
        const wall = wallTime(date, name);
        const found = toInstant(wall, name);
        expect(wallTime(found, name)).toEqual(wall);
        expect(found.getTime()).toBeLessThanOrEqual(date.getTime());
      }),
      { numRuns: 500 },
    );
  });
});
