import { readCalendarText } from "../calendarText.ts";

/** A day that there is, `YYYY-MM-DD`. */
export function isValid(value: string): boolean {
  return value.length === 10 && readCalendarText(value) !== null;
}
