import { startOfDay as startOf, toInstant, type WallTime, wallTime, zoneOffset } from "../../values/dateTime.ts";
import type { IntervalUnit } from "./balance.ts";

const DAY_MS = 86_400_000;

export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** The second that an instant is in: rows know no fractions. */
export function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

export function startOfLocalDay(instant: Date, zone: string): Date {
  return startOf(wallTime(instant, zone), zone);
}

export function startOfMonth(instant: Date, zone: string, months = 0): Date {
  const { year, month } = shiftedMonth(wallTime(instant, zone), months);
  return startOf({ year, month, day: 1 }, zone);
}

/** The next day with this number after today; in the next month at the latest, on its last day if it has no such day. */
export function nextDayOfMonth(instant: Date, day: number, zone: string): Date {
  const today = wallTime(instant, zone);
  const isAhead = day > today.day && day <= daysIn(today);
  const { year, month } = shiftedMonth(today, isAhead ? 0 : 1);
  return startOf({ year, month, day: Math.min(day, daysIn({ year, month })) }, zone);
}

/**
 * Adds time: minutes and hours as they pass, days and weeks by the calendar. Months keep the day, or take the last one
 * of a shorter month; the last day of a month stays the last, up to `highestDay`. What starts with a day goes on to the
 * start of a day, whatever the clocks of either show then.
 */
export function addUnits(
  from: Date,
  unit: IntervalUnit,
  value: number,
  zone: string,
  highestDay: number | null = null,
): Date {
  if (unit === "minute") return addSeconds(from, value * 60);
  if (unit === "hour") return addSeconds(from, value * 3600);
  const wall = wallTime(from, zone);
  // Days that no month has are carried over into the next one.
  const days = { ...wall, day: wall.day + value * (unit === "week" ? 7 : 1) };
  const to = unit === "month" ? addMonths(wall, value, highestDay) : days;
  return from.getTime() === startOf(wall, zone).getTime() ? startOf(to, zone) : toInstant(to, zone);
}

/**
 * The later of two instants that clocks show alike, in the hour that is repeated when they go back: rows are known by
 * wall clock time, so no row may end in the first of both hours.
 */
export function lastAlike(instant: Date, zone: string): Date {
  const time = instant.getTime();
  const now = zoneOffset(time, zone);
  const back = now - zoneOffset(time + DAY_MS, zone);
  return back > 0 && zoneOffset(time + back, zone) === now - back ? new Date(time + back) : instant;
}

/** The day of the month at an instant; null if it is the last day of its month. */
export function dayUnlessLast(instant: Date, zone: string): number | null {
  const wall = wallTime(instant, zone);
  return wall.day === daysIn(wall) ? null : wall.day;
}

function addMonths(wall: WallTime, months: number, highestDay: number | null): WallTime {
  const month = shiftedMonth(wall, months);
  const last = daysIn(month);
  const day = wall.day === daysIn(wall) ? last : Math.min(wall.day, last);
  return { ...wall, ...month, day: Math.min(day, highestDay ?? day) };
}

type Month = Pick<WallTime, "year" | "month">;

function shiftedMonth({ year, month }: Month, months: number): Month {
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

function daysIn({ year, month }: Month): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
