import { type CalendarText, readCalendarText } from "./calendarText.ts";

/** Wall clock date and time in one zone; `month` counts from 1. */
export type WallTime = Omit<CalendarText, "offsetMinutes">;

/**
 * The instant of a wire timestamp: RFC 3339, or `YYYY-MM-DD HH:MM:SS` (also without seconds or time), which is wall
 * clock time in `zone`. Null when it is neither.
 */
export function parseWireInstant(text: string, zone: string): Date | null {
  const read = readCalendarText(text);
  if (read === null) return null;
  if (read.offsetMinutes === null) return toInstant(read, zone);
  return new Date(asIfUtc(read) - read.offsetMinutes * 60_000);
}

/** The instant of `YYYY-MM-DD HH:mm` typed by a person in `zone`; null when malformed. */
export function parseInputInstant(text: string, zone: string): Date | null {
  const trimmed = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/.test(trimmed)) return null;
  const read = readCalendarText(trimmed);
  return read === null ? null : toInstant(read, zone);
}

/** For display: `YYYY/MM/DD HH:mm`, with seconds on request. */
export function formatDateTime(instant: Date, zone: string, options: { readonly seconds?: boolean } = {}): string {
  const wall = wallTime(instant, zone);
  return `${date(wall, "/")} ${time(wall, options.seconds ?? false)}`;
}

/** For display: `YYYY/MM/DD`. */
export function formatDate(instant: Date, zone: string): string {
  return date(wallTime(instant, zone), "/");
}

/** A formatted date without its year, where there is little room, as below a bar: `01/31`. */
export function withoutYear(formatted: string): string {
  return formatted.slice("2026/".length);
}

/** For display: `YYYY/MM`. */
export function formatMonth({ year, month }: Pick<WallTime, "year" | "month">): string {
  return `${String(year).padStart(4, "0")}/${two(month)}`;
}

/** For display, seconds from midnight: `HH:mm`, with seconds when there are any. */
export function formatTimeOfDay(seconds: number): string {
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return time({ hour, minute, second }, second !== 0);
}

/** For display, a wire timestamp: `YYYY/MM/DD HH:mm`; what is none is shown as it is. */
export function formatWireTime(text: string, zone: string, options: { readonly seconds?: boolean } = {}): string {
  const instant = parseWireInstant(text, zone);
  return instant ? formatDateTime(instant, zone, options) : text;
}

/**
 * For display, what the wire has without a zone: `2026/01/31` of a date, `2026/01` of a month, `08:00` of a time of day.
 * Anything else is shown as it is.
 */
export function formatWireDate(text: string): string {
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(text)) return text.replaceAll("-", "/");
  return /^\d{2}:\d{2}:00$/.test(text) ? text.slice(0, "08:00".length) : text;
}

/** For input fields: `YYYY-MM-DD HH:mm`, with seconds when there are any, so that an unchanged save changes nothing. */
export function formatInput(instant: Date, zone: string): string {
  const wall = wallTime(instant, zone);
  return `${date(wall, "-")} ${time(wall, wall.second !== 0)}`;
}

/** For the wire, the date in UTC: `2026-01-31`. */
export function toWireDate(instant: Date): string {
  return instant.toISOString().slice(0, "2026-01-31".length);
}

/** RFC 3339 in UTC, whole seconds: `2026-01-02T03:04:05Z`. */
export function toRfc3339(instant: Date): string {
  return instant.toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** RFC 3339 with the offset of `zone`, whole seconds: `2026-01-02T04:04:05+01:00`. */
export function toRfc3339In(instant: Date, zone: string): string {
  const wall = wallTime(instant, zone);
  const ahead = Math.round(zoneOffset(instant.getTime(), zone) / 60_000);
  const minutes = Math.abs(ahead);
  const shift = `${ahead < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${date(wall, "-")}T${time(wall, true)}${shift}`;
}

/** The platform's own format, wall clock time in `zone`: `YYYY-MM-DD HH:MM:SS`. */
export function toPlatformTime(instant: Date, zone: string): string {
  const wall = wallTime(instant, zone);
  return `${date(wall, "-")} ${time(wall, true)}`;
}

/** Wall clock time in `zone` at this instant. Throws RangeError for an unknown zone. */
export function wallTime(instant: Date, zone: string): WallTime {
  // As lists of a platform on UTC have many times, without the calendar of every other zone.
  if (zone === "UTC") return wallTimeInUtc(instant);
  // The whole text, in half the time of its parts: `11/28/2026, 17:38:28`.
  const numbers = clockOf(zone).format(instant).match(/\d+/g) ?? [];
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return { year, month, day, hour, minute, second };
}

/**
 * The instant of this wall clock time in `zone`. The earlier one when ambiguous (clocks went back); when skipped
 * (clocks went forward) the one that the old offset gives, so 02:30 becomes 03:30.
 */
export function toInstant(wall: WallTime, zone: string): Date {
  const target = asIfUtc(wall);
  // No zone changes its offset twice within two days, so a day before and after yield both candidate offsets.
  const [before, after] = [target - 86_400_000, target + 86_400_000].map((near) => zoneOffset(near, zone)) as [
    number,
    number,
  ];
  if (before === after) return new Date(target - before);
  const hits = [target - before, target - after].filter((instant) => instant + zoneOffset(instant, zone) === target);
  return new Date(hits.length > 0 ? Math.min(...hits) : target - before);
}

/**
 * The first instant of a day, which is later than midnight where clocks skip it, and the first of two midnights. Days
 * that no month has count on into the next, so that a day ends where the next one starts.
 */
export function startOfDay({ year, month, day }: Pick<WallTime, "year" | "month" | "day">, zone: string): Date {
  const midnight = { year, month, day, hour: 0, minute: 0, second: 0 };
  const instant = toInstant(midnight, zone).getTime();
  const target = asIfUtc(midnight);
  const wall = instant + zoneOffset(instant, zone);
  if (wall === target) return new Date(instant);
  // Clocks skip midnight: the day starts when they do so, at the latest as much before as is skipped.
  let [before, after] = [target - zoneOffset(instant, zone), instant];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (middle + zoneOffset(middle, zone) < target) before = middle;
    else after = middle;
  }
  return new Date(after);
}

function wallTimeInUtc(instant: Date): WallTime {
  const [year, month, day] = [instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate()];
  return {
    year,
    month,
    day,
    hour: instant.getUTCHours(),
    minute: instant.getUTCMinutes(),
    second: instant.getUTCSeconds(),
  };
}

/** Milliseconds that clocks in `zone` are ahead of UTC. */
export function zoneOffset(instant: number, zone: string): number {
  return asIfUtc(wallTime(new Date(instant), zone)) - Math.floor(instant / 1000) * 1000;
}

function asIfUtc({ year, month, day, hour, minute, second }: WallTime): number {
  const value = new Date(0);
  value.setUTCFullYear(year, month - 1, day);
  value.setUTCHours(hour, minute, second);
  return value.getTime();
}

function date({ year, month, day }: WallTime, separator: string): string {
  return [String(year).padStart(4, "0"), two(month), two(day)].join(separator);
}

function time({ hour, minute, second }: Pick<WallTime, "hour" | "minute" | "second">, seconds: boolean): string {
  return [hour, minute, ...(seconds ? [second] : [])].map(two).join(":");
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Constructing one is far slower than using it, and lists show many dates in few zones. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached !== undefined) return cached;
  // Not iso8601: before 1582 that counts by the Julian calendar, unlike Date.
  const clock = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(zone, clock);
  return clock;
}
