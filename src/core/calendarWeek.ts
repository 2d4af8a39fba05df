import { parseRange } from "./calendarRange.ts";
import type { ForwardTime } from "./routing/data.ts";
import { DAY, type DaySpan, toTime, type WeekTime } from "./weekTimes.ts";

const HOUR = 3600;
const MINUTE = 60;

/**
 * The times of a week, of calendar times such as `{ wday: "2-6", hour: "8-17" }`: any of them, merged and in order. Days,
 * months and years are left out: see isWeekly.
 */
export function toWeek(times: readonly ForwardTime[]): Required<WeekTime>[] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const spans = times.filter((time) => isOn(time, weekday)).flatMap(spansOf);
    return merged(spans).map((span) => toTime(weekday, span));
  }).flat();
}

/** Whether the time holds every week: it says nothing of days of the month, months or years. */
export function isWeekly({ mday, month, year }: ForwardTime): boolean {
  return !mday && !month && !year;
}

/** Sunday is 1 in the API and last in a week. */
function isOn({ wday }: ForwardTime, weekday: number): boolean {
  return !wday || numbersOf(wday, 1, 7).includes(((weekday + 1) % 7) + 1);
}

/** The minutes hold within each of the hours. */
function spansOf({ hour, minute }: ForwardTime): DaySpan[] {
  const hours = hour ? numbersOf(hour, 0, 23) : numbersOf("0-23", 0, 23);
  const minutes = minute ? numbersOf(minute, 0, 59) : numbersOf("0-59", 0, 59);
  const inHour = merged(minutes.map((one): DaySpan => [one * MINUTE, (one + 1) * MINUTE]));
  return hours.flatMap((one) => inHour.map(([from, to]): DaySpan => [one * HOUR + from, one * HOUR + to]));
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
