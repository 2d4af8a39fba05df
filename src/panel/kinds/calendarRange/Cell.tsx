import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { monthName, weekdayName } from "../../../core/values/calendarNames.ts";
import { type CalendarFormat, calendarBounds, formatRange, parseRange } from "../../../core/values/calendarRange.ts";
import { formatTimeOfDay } from "../../../core/values/dateTime.ts";
import { fieldKey } from "../../navigation/labels.ts";
import type { CellProps } from "../cell.ts";

/** A number's label in this format: weekdays and months by name, others as digits. */
export function calendarWord(format: CalendarFormat, value: number, locale: string): string {
  // Sunday is weekday 1.
  if (format === "weekday-range") return weekdayName((value + 5) % 7, locale, "long");
  if (format === "month-range") return monthName(value, locale, "long");
  if (format === "hour-range" || format === "minute-range") return String(value).padStart(2, "0");
  return String(value);
}

/** A range as text: "Monday–Friday"; an invalid one unchanged. Hours include their last minute. */
export function calendarWords(format: CalendarFormat, text: string, locale: string): string {
  const range = parseRange(text);
  if (range === null) return text;
  if (format === "hour-range")
    return `${formatTimeOfDay(range.from * 3600)}–${formatTimeOfDay(range.to * 3600 + 3540)}`;
  if (format === "minute-range") return `:${formatRange(range).split("-").join("–:")}`;
  const from = calendarWord(format, range.from, locale);
  return range.from === range.to ? from : `${from}–${calendarWord(format, range.to, locale)}`;
}

/** The part of a date that the field holds; each field of this kind names one. */
export function formatOf(field: FieldDescriptor | undefined): CalendarFormat {
  return isCalendarFormat(field?.format) ? field.format : "year-range";
}

function isCalendarFormat(format: string | undefined): format is CalendarFormat {
  return format !== undefined && format in calendarBounds;
}

/** A calendar range as text; days of the month are labelled as such where no heading does it. */
export function CalendarRangeCell({ value, source, field, context }: CellProps) {
  const format = formatOf(field);
  const text = calendarWords(format, String(value), context.locale);
  if (format !== "day-range" || context.place !== "list") return text;
  return `${context.translate(fieldKey(context.resource, source))} ${text}`;
}
