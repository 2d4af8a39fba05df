import { isCalendarRange } from "../calendarRange.ts";

export function isValid(value: string): boolean {
  return isCalendarRange("year-range", value);
}
