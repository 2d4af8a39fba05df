import { describe, expect, it } from "vitest";
import { changeTime, drawTime, spanOf, type WeekTime } from "./weekTimes.ts";

const HOUR = 3600;
const time = (weekday: number, start?: string, stop?: string): WeekTime => ({ weekday, start, stop });
const night = time(0, "20:00:00", "23:59:59");
const morning = time(0, "00:00:00", "07:59:59");
const noon = time(0, "12:00:00", "12:59:59");
const times = [morning, noon, night, time(5)];

it("counts both ends, and a missing end as that of the day", () => {
  expect(spanOf(noon)).toEqual([12 * HOUR, 13 * HOUR]);
  expect(spanOf(time(5))).toEqual([0, 24 * HOUR]);
  expect(spanOf(time(5, "06:00"))).toEqual([6 * HOUR, 24 * HOUR]);
});

describe("a changed time", () => {
  it.each([
    ["moves", { from: HOUR, to: HOUR }, time(0, "13:00:00", "13:59:59")],
    ["stops where the next begins", { from: 9 * HOUR, to: 9 * HOUR }, time(0, "19:00:00", "19:59:59")],
    ["stops where the previous ends", { from: -9 * HOUR, to: -9 * HOUR }, time(0, "08:00:00", "08:59:59")],
    ["ends later", { to: HOUR }, time(0, "12:00:00", "13:59:59")],
    ["ends where the next begins", { to: 20 * HOUR }, time(0, "12:00:00", "19:59:59")],
    ["begins earlier", { from: -HOUR }, time(0, "11:00:00", "12:59:59")],
    ["keeps a quarter of an hour when it begins later", { from: 5 * HOUR }, time(0, "12:45:00", "12:59:59")],
    ["keeps a quarter of an hour when it ends earlier", { to: -5 * HOUR }, time(0, "12:00:00", "12:14:59")],
    ["moves to another day", { days: 1 }, time(1, "12:00:00", "12:59:59")],
    ["stays where the other day is full", { days: 5 }, null],
    ["stays without a change", { from: 0, to: 0, days: 0 }, null],
    ["stays within the week", { days: -1 }, null],
  ])("%s", (_, change, expected) => {
    expect(changeTime(times, 1, change)).toEqual(expected);
  });

  it("stays within the day", () => {
    expect(changeTime(times, 2, { from: HOUR, to: HOUR })).toEqual(night);
    expect(changeTime([noon], 0, { from: -20 * HOUR })).toEqual(time(0, "00:00:00", "12:59:59"));
  });

  it("is moved over another one where there is room", () => {
    expect(changeTime([noon, time(0, "14:00:00", "14:59:59")], 0, { from: 4 * HOUR, to: 4 * HOUR })).toEqual(
      time(0, "16:00:00", "16:59:59"),
    );
  });

  it("may be shorter than a quarter of an hour already", () => {
    const short = time(1, "10:00:00", "10:00:59");
    expect(changeTime([short], 0, { to: -HOUR })).toEqual(short);
    expect(changeTime([short], 0, { from: HOUR, to: HOUR })).toEqual(time(1, "11:00:00", "11:00:59"));
  });
});

describe("a drawn time", () => {
  it("is the one between two seconds, in any order", () => {
    expect(drawTime(times, 1, 10 * HOUR, 14 * HOUR)).toEqual(time(1, "10:00:00", "13:59:59"));
    expect(drawTime(times, 1, 14 * HOUR, 10 * HOUR)).toEqual(time(1, "10:00:00", "13:59:59"));
  });

  it("ends where others are, and is none on them or without length", () => {
    expect(drawTime(times, 0, 10 * HOUR, 24 * HOUR)).toEqual(time(0, "10:00:00", "11:59:59"));
    expect(drawTime(times, 0, 10 * HOUR, 0)).toEqual(time(0, "08:00:00", "09:59:59"));
    expect(drawTime(times, 0, 12 * HOUR, 24 * HOUR)).toBeNull();
    expect(drawTime(times, 1, 10 * HOUR, 10 * HOUR)).toBeNull();
  });
});
