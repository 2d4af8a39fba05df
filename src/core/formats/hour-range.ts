import { isCalendarRange } from "../calendarRange.ts";

export function isValid(value: string): boolean {
  return isCalendarRange("hour-range", value);
}
