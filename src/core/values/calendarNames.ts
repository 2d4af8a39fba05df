import { formatDate, wallTime } from "./dateTime.ts";

type Style = "short" | "long" | "narrow";

/** The name of a weekday, 0 for Monday. */
export function weekdayName(weekday: number, locale: string, style: Style): string {
  // 1 January 2024 is a Monday.
  return nameOf(Date.UTC(2024, 0, 1 + weekday), { weekday: style }, locale);
}

/** The name of a month, 1 for January. */
export function monthName(month: number, locale: string, style: Style): string {
  return nameOf(Date.UTC(2024, month - 1, 1), { month: style }, locale);
}

/** For display, with the name of the weekday: `Mon 2026/01/31`. */
export function formatWeekday(instant: Date, zone: string, locale: string): string {
  const { year, month, day } = wallTime(instant, zone);
  return `${weekdayName(weekdayOf(Date.UTC(year, month - 1, day)), locale, "short")} ${formatDate(instant, zone)}`;
}

/** The weekday of milliseconds since 1970 in UTC, 0 for Monday. */
export function weekdayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Constructing a format is far slower than using it. */
function nameOf(time: number, part: Intl.DateTimeFormatOptions, locale: string): string {
  const key = `${locale} ${part.weekday} ${part.month}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...part, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(time);
}
