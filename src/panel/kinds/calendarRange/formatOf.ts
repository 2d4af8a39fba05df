import { type CalendarFormat, calendarBounds } from "../../../core/calendarRange.ts";
import type { FieldDescriptor } from "../../../core/descriptor.ts";

/** Which part of a date the field holds; a field of this kind names one. */
export function formatOf(field: FieldDescriptor | undefined): CalendarFormat {
  return isCalendarFormat(field?.format) ? field.format : "year-range";
}

function isCalendarFormat(format: string | undefined): format is CalendarFormat {
  return format !== undefined && format in calendarBounds;
}
