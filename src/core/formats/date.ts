import { readCalendarText } from "../calendarText.ts";

/** An existing day, `YYYY-MM-DD`. */
export function isValid(value: string): boolean {
  return value.length === 10 && readCalendarText(value) !== null;
}
