import { fieldKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";
import { formatOf } from "./formatOf.ts";
import { calendarWords } from "./words.ts";

/** A part of the calendar in words; days of a month say that they are such where no heading does. */
export function CalendarRangeCell({ value, source, field, context }: CellProps) {
  const format = formatOf(field);
  const words = calendarWords(format, String(value), context.locale);
  if (format !== "day-range" || context.place === "details") return words;
  return `${context.translate(fieldKey(context.resource, source))} ${words}`;
}
