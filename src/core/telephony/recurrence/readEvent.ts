import type { Json } from "../../schema/descriptor.ts";
import { readCalendarText } from "../../values/calendarText.ts";

/** Frequencies of a recurrence, the shortest first. */
export const frequencies = ["secondly", "minutely", "hourly", "daily", "weekly", "monthly", "yearly"] as const;
export type Frequency = (typeof frequencies)[number];

/** Days of the week as iCalendar writes them, in the order of `Weekday.day`: Monday is 0. */
export const weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** An event as stored in a record, possibly incomplete while typed. */
export type EventRecord = Readonly<Record<string, Json | undefined>>;

export interface Weekday {
  readonly day: number;
  /** Ordinal within its month (or year), negative from the end; absent: every. */
  readonly nth?: number;
}

/** A parsed recurrence; empty lists mean no restriction. */
export interface Recurrence {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** Last moment, on the same clock as the event's times. */
  readonly until?: number;
  readonly bysecond: readonly number[];
  readonly byminute: readonly number[];
  readonly byhour: readonly number[];
  readonly byday: readonly Weekday[];
  readonly bymonthday: readonly number[];
  readonly byyearday: readonly number[];
  readonly byweekno: readonly number[];
  readonly bymonth: readonly number[];
  readonly bysetpos: readonly number[];
}

/**
 * A parsed event. Times are milliseconds of a clock without zones, as if it were UTC: wall clock time, or UTC itself
 * when the event was written with an offset.
 */
export interface EventReading {
  readonly start: number;
  /** Absent: the event has no duration. */
  readonly end?: number;
  readonly isUtc: boolean;
  readonly recurrence?: Recurrence;
}

/** Parses the event; null while its start is missing or malformed. Other malformed parts are ignored. */
export function readEvent(event: EventRecord): EventReading | null {
  const start = readMoment(event.start);
  if (!start) return null;
  const end = readMoment(event.end)?.time;
  const freq = frequencies.find((candidate) => candidate === event.freq);
  return { start: start.time, end, isUtc: start.isUtc, recurrence: freq && readRecurrence(freq, event) };
}

function readRecurrence(freq: Frequency, event: EventRecord): Recurrence {
  return {
    freq,
    interval: positive(event.interval) ?? 1,
    count: positive(event.count),
    until: readMoment(event.until)?.time,
    bysecond: numbers(event.bysecond),
    byminute: numbers(event.byminute),
    byhour: numbers(event.byhour),
    byday: items(event.byday).flatMap(readWeekday),
    bymonthday: numbers(event.bymonthday),
    byyearday: numbers(event.byyearday),
    byweekno: numbers(event.byweekno),
    bymonth: numbers(event.bymonth),
    bysetpos: numbers(event.bysetpos),
  };
}

interface Moment {
  readonly time: number;
  readonly isUtc: boolean;
}

/** A wire timestamp on the clock without zones. */
export function readMoment(value: Json | undefined): Moment | undefined {
  const read = typeof value === "string" ? readCalendarText(value) : null;
  if (!read) return undefined;
  const time = Date.UTC(read.year, read.month - 1, read.day, read.hour, read.minute, read.second);
  return { time: time - (read.offsetMinutes ?? 0) * 60_000, isUtc: read.offsetMinutes !== null };
}

/** The moment in wire format: `2026-01-02 08:00:00`, or `2026-01-02T08:00:00Z`. */
export function writeMoment({ time, isUtc }: Moment): string {
  const text = new Date(time).toISOString().slice(0, 19);
  return isUtc ? `${text}Z` : text.replace("T", " ");
}

function readWeekday(item: string): Weekday[] {
  const [, nth, code = ""] = /^([+-]?\d+)?([A-Z]{2})$/.exec(item) ?? [];
  const day = (weekdayCodes as readonly string[]).indexOf(code);
  return day < 0 ? [] : [nth === undefined ? { day } : { day, nth: Number(nth) }];
}

function positive(value: Json | undefined): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** Ascending, without duplicates. */
function numbers(value: Json | undefined): number[] {
  const values = items(value).map(Number).filter(Number.isInteger);
  return [...new Set(values)].sort((a, b) => a - b);
}

function items(value: Json | undefined): string[] {
  if (typeof value !== "string" || value.trim() === "") return [];
  return value.split(",").map((item) => item.trim());
}
