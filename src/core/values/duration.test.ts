import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatClock, formatDuration, parseDuration } from "./duration.ts";

it.each([
  [0, "en", "0 sec"],
  [5400, "en", "1 hr 30 min"],
  [60000, "en", "16 hr 40 min"],
  [86401, "en", "1 day 1 sec"],
  [-90, "en", "-1 min 30 sec"],
  [5400, "fr", "1 h 30 min"],
  [5400, "de", "1 Std. 30 Min."],
])("formatDuration writes %d in %s", (seconds, locale, text) => {
  expect(formatDuration(seconds, locale).replace(/\s/g, " ")).toBe(text);
});

it.each([
  [0, "0:00:00"],
  [59, "0:00:59"],
  [5400, "1:30:00"],
  [360000, "100:00:00"],
  [-61, "-0:01:01"],
])("formatClock writes %d", (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

describe("parseDuration", () => {
  it.each([
    ["1 h 30 min", 5400],
    ["1h30m", 5400],
    ["1.5 h", 5400],
    ["1,5 hours", 5400],
    ["2 days, 3 seconds", 172803],
    ["1:30:00", 5400],
    ["100:00:00", 360000],
    ["90", 90],
    ["0", 0],
    ["0.5 min", 30],
  ])("reads %j", (text, seconds) => {
    expect(parseDuration(text, "en")).toBe(seconds);
  });

  it.each(["", "1:30", "1:60:00", "h", "1 x", "30 min 1 h", "1 h 2 h", "1.5", "-5", "0.5 s", "1e3", "9".repeat(17)])(
    "refuses %j",
    (text) => {
      expect(parseDuration(text, "en")).toBeNull();
    },
  );

  it("knows the units of the language", () => {
    expect(parseDuration("2 Stunden 5 Minuten", "de")).toBe(7500);
    expect(parseDuration("2 ч 5 мин", "ru")).toBe(7500);
    expect(parseDuration("2 Stunden", "en")).toBeNull();
  });

  it.each(["en", "de", "es", "fr", "it", "ru"])("reads back what was written in %s", (locale) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds, locale), locale)).toBe(seconds);
        expect(parseDuration(formatClock(seconds), locale)).toBe(seconds);
      }),
      { numRuns: 50 },
    );
  });
});
