import { formatRange, parseRange } from "../values/calendarRange.ts";
import type { ForwardTime } from "./callRouting/data.ts";
import { DAY, type DaySpan, spanOf, toTime, type WeekTime } from "./weekTimes.ts";

const HOUR = 3600;
const MINUTE = 60;

/**
 * The times of a week, of calendar times such as `{ wday: "2-6", hour: "8-17" }`: any of them, merged and in order. Days,
 * months and years are left out: see isWeekly.
 */
export function toWeek(times: readonly ForwardTime[]): Required<WeekTime>[] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const spans = times.filter((time) => coversWeekday(time, weekday)).flatMap(spansOf);
    return merged(spans).map((span) => toTime(weekday, span));
  }).flat();
}

/** Whether the time holds every week: it says nothing of days of the month, months or years. */
export function isWeekly({ mday, month, year }: ForwardTime): boolean {
  return !mday && !month && !year;
}

/**
 * The calendar times that hold at these times of a week, to the minute: days in succession with the same times are said
 * together, as `{ wday: "2-6", hour: "8-17" }`.
 */
export function fromWeek(week: readonly WeekTime[]): ForwardTime[] {
  const partsOf = (weekday: number) =>
    merged(week.filter((time) => time.weekday === weekday).map(spanOf)).flatMap(partsOfSpan);
  const days = Array.from({ length: 7 }, (_, weekday) => ({ weekday, parts: partsOf(weekday) }));
  const hasSameParts = (a: readonly ForwardTime[], b: readonly ForwardTime[]) =>
    JSON.stringify(a) === JSON.stringify(b);
  const runs: { readonly from: number; to: number; readonly parts: readonly ForwardTime[] }[] = [];
  for (const { weekday, parts } of days) {
    const last = runs.at(-1);
    if (last && hasSameParts(last.parts, parts)) last.to = weekday;
    else runs.push({ from: weekday, to: weekday, parts });
  }
  return runs.flatMap(({ from, to, parts }) => {
    const wday = formatRange({ from: numberOfDay(from), to: numberOfDay(to) });
    return parts.map((part) => ({ wday, ...part }));
  });
}

/** Hours, and minutes where an end is not at a full hour: 08:30 to 18:00 is `30-59` of 8, and 9 to 17. */
function partsOfSpan([from, to]: DaySpan): ForwardTime[] {
  if (from === 0 && to === DAY) return [{}];
  const [first, last] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  const [firstHour, firstMinute] = [Math.floor(first / 60), first % 60];
  const [lastHour, lastMinute] = [Math.floor(last / 60), last % 60];
  const ofHour = (hour: number, start: number, end: number) => ({
    hour: String(hour),
    minute: formatRange({ from: start, to: end - 1 }),
  });
  if (firstHour === lastHour) return [ofHour(firstHour, firstMinute, lastMinute)];
  const firstFull = firstMinute === 0 ? firstHour : firstHour + 1;
  return [
    ...(firstMinute > 0 ? [ofHour(firstHour, firstMinute, 60)] : []),
    ...(firstFull < lastHour ? [{ hour: formatRange({ from: firstFull, to: lastHour - 1 }) }] : []),
    ...(lastMinute > 0 ? [ofHour(lastHour, 0, lastMinute)] : []),
  ];
}

/** A weekday, counted from Monday as 0, in the API. */
function numberOfDay(weekday: number): number {
  return ((weekday + 1) % 7) + 1;
}

/** Sunday is 1 in the API and last in a week. */
function coversWeekday({ wday }: ForwardTime, weekday: number): boolean {
  return !wday || numbersOf(wday, 1, 7).includes(numberOfDay(weekday));
}

/** The minutes hold within each of the hours. */
function spansOf({ hour, minute }: ForwardTime): DaySpan[] {
  const hours = hour ? numbersOf(hour, 0, 23) : numbersOf("0-23", 0, 23);
  const minutes = minute ? numbersOf(minute, 0, 59) : numbersOf("0-59", 0, 59);
  const inHour = merged(minutes.map((number): DaySpan => [number * MINUTE, (number + 1) * MINUTE]));
  return hours.flatMap((number) => inHour.map(([from, to]): DaySpan => [number * HOUR + from, number * HOUR + to]));
}

/** All numbers of a range, which may wrap around; none of a text that is no range. */
function numbersOf(text: string, lowest: number, highest: number): number[] {
  const range = parseRange(text);
  if (!range || range.from > highest || range.to > highest) return [];
  const count = highest - lowest + 1;
  const length = (((range.to - range.from) % count) + count) % count;
  return Array.from({ length: length + 1 }, (_, step) => lowest + ((range.from - lowest + step) % count));
}

/** Spans that touch or overlap become one. */
function merged(spans: readonly DaySpan[]): DaySpan[] {
  const ordered = [...spans].sort(([a], [b]) => a - b);
  const all: DaySpan[] = [];
  for (const [from, to] of ordered) {
    const last = all.at(-1);
    if (last && from <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], Math.min(to, DAY))];
    else all.push([from, to]);
  }
  return all;
}
