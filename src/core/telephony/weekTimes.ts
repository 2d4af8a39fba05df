import { positionOf } from "../validation/crossRules.ts";

/** A time of a weekday as in the API: 0 is Monday; both ends are inclusive, a missing one is that of the day. */
export interface WeekTime {
  readonly weekday: number;
  readonly start?: string | null;
  readonly stop?: string | null;
}

/** From the first to before the second: seconds of a day. */
export type DaySpan = readonly [from: number, to: number];

export const DAY = 86_400;
/** Step of changes in a picture, in seconds. */
export const STEP = 900;

export function spanOf({ start, stop }: Pick<WeekTime, "start" | "stop">): DaySpan {
  return [positionOf(start || "00:00:00") ?? 0, (positionOf(stop || "23:59:59") ?? DAY - 1) + 1];
}

/** The time of a day from a second to before another, as it is stored. */
export function toTime(weekday: number, [from, to]: DaySpan): Required<WeekTime> {
  return { weekday, start: toTimeOfDay(from), stop: toTimeOfDay(to - 1) };
}

/** Seconds by which both ends of a time change; `days` moves it to another weekday. */
export interface TimeShift {
  readonly from?: number;
  readonly to?: number;
  readonly days?: number;
}

/**
 * One of the times after a change. It never leaves its day or meets another time: on its own day it ends where it would,
 * and moves to another day only where there is room. Null: it stays as it is.
 */
export function changeTime(
  times: readonly WeekTime[],
  index: number,
  { from = 0, to = 0, days = 0 }: TimeShift,
): Required<WeekTime> | null {
  const time = times[index];
  if (!time || (from === 0 && to === 0 && days === 0)) return null;
  const otherTimes = times.filter((_, other) => other !== index);
  const [first, last] = spanOf(time);
  if (from === to) {
    const by = clamp(from, -first, DAY - last);
    const shifted: DaySpan = [first + by, last + by];
    if (isFree(otherTimes, time.weekday + days, shifted)) return toTime(time.weekday + days, shifted);
    if (days !== 0) return null;
  }
  const [low, high] = gapAround(otherTimes, time.weekday, [first, last]);
  if (from === to) {
    const by = clamp(from, low - first, high - last);
    return toTime(time.weekday, [first + by, last + by]);
  }
  const least = Math.min(STEP, last - first);
  const start = clamp(first + from, low, last - least);
  return toTime(time.weekday, [start, clamp(last + to, start + least, high)]);
}

/** A new time between two seconds of a day, in any order, as far as there is room around the first. Null: none. */
export function drawTime(
  times: readonly WeekTime[],
  weekday: number,
  anchor: number,
  otherEnd: number,
): Required<WeekTime> | null {
  if (!isFree(times, weekday, [anchor, anchor + 1])) return null;
  const [low, high] = gapAround(times, weekday, [anchor, anchor + 1]);
  const [from, to] = [clamp(Math.min(anchor, otherEnd), low, high), clamp(Math.max(anchor, otherEnd), low, high)];
  return from < to ? toTime(weekday, [from, to]) : null;
}

function isFree(times: readonly WeekTime[], weekday: number, [from, to]: DaySpan): boolean {
  if (weekday < 0 || weekday > 6) return false;
  return spansOn(times, weekday).every((other) => other[1] <= from || to <= other[0]);
}

/** The room around a span on its day. */
function gapAround(times: readonly WeekTime[], weekday: number, [from, to]: DaySpan): DaySpan {
  const spans = spansOn(times, weekday);
  const before = spans.filter((other) => other[1] <= from).map((other) => other[1]);
  const after = spans.filter((other) => other[0] >= to).map((other) => other[0]);
  return [Math.max(0, ...before), Math.min(DAY, ...after)];
}

function spansOn(times: readonly WeekTime[], weekday: number): DaySpan[] {
  return times.filter((time) => time.weekday === weekday).map(spanOf);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function toTimeOfDay(second: number): string {
  const parts = [second / 3600, (second % 3600) / 60, second % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}
