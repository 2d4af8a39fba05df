import { type CalendarRange, parseRange } from "../../values/calendarRange.ts";
import { wallTime } from "../../values/dateTime.ts";
import { nextOccurrences } from "../recurrence/occurrences.ts";
import { readEvent } from "../recurrence/readEvent.ts";
import type { ForwardTime, TimeSet } from "./data.ts";

/** Whether an event of the set is in progress at this instant; wall clock times are in `zone`. */
export function isWithin({ times }: TimeSet, instant: Date, zone: string): boolean {
  const { year, month, day, hour, minute, second } = wallTime(instant, zone);
  const clocks = { wall: Date.UTC(year, month - 1, day, hour, minute, second), utc: instant.getTime() };
  return times.some((record) => {
    const event = readEvent(record);
    if (!event) return false;
    const now = event.isUtc ? clocks.utc : clocks.wall;
    const [next] = nextOccurrences(event, now, 1);
    return next !== undefined && next.start <= now;
  });
}

/** Whether any of the times, each with all of its parts, holds at this instant. No times: always. */
export function isForwardTime(times: readonly ForwardTime[], instant: Date, zone: string): boolean {
  const { year, month, day, hour, minute } = wallTime(instant, zone);
  const wday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
  const now = { wday, hour, minute, mday: day, month, year };
  const holds = (time: ForwardTime) =>
    Object.entries(now).every(([part, value]) => {
      const written = time[part as keyof ForwardTime];
      const range = written ? parseRange(written) : null;
      return range === null || isInRange(range, value);
    });
  return times.length === 0 || times.some(holds);
}

function isInRange({ from, to }: CalendarRange, value: number): boolean {
  return from <= to ? from <= value && value <= to : value >= from || value <= to;
}
