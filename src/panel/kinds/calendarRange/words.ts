import { type CalendarFormat, formatRange, parseRange } from "../../../core/calendarRange.ts";

/** How a number of this format is called: weekdays and months by name, all else by its digits. */
export function calendarWord(format: CalendarFormat, value: number, locale: string): string {
  // 1 February 2026 is a Sunday, and Sunday is weekday 1.
  if (format === "weekday-range") return nameOf(new Date(Date.UTC(2026, 1, value)), "weekday", locale);
  if (format === "month-range") return nameOf(new Date(Date.UTC(2026, value - 1, 1)), "month", locale);
  if (format === "hour-range" || format === "minute-range") return String(value).padStart(2, "0");
  return String(value);
}

/** A range in words: "Monday–Friday"; what is no range as it is. Hours are told to their last minute. */
export function calendarWords(format: CalendarFormat, text: string, locale: string): string {
  const range = parseRange(text);
  if (range === null) return text;
  if (format === "hour-range") return `${clock(range.from, "00")}–${clock(range.to, "59")}`;
  if (format === "minute-range") return `:${formatRange(range).split("-").join("–:")}`;
  const from = calendarWord(format, range.from, locale);
  return range.from === range.to ? from : `${from}–${calendarWord(format, range.to, locale)}`;
}

function clock(hour: number, minutes: string): string {
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

function nameOf(date: Date, part: "weekday" | "month", locale: string): string {
  return new Intl.DateTimeFormat(locale, { [part]: "long", timeZone: "UTC" }).format(date);
}
