import { readCalendarText } from "../calendarText.ts";

const withSeconds = /^.{10}[Tt ].{5}:/;

/** RFC 3339, or the platform's own `YYYY-MM-DD HH:MM:SS`, which has no offset. */
export function isValid(value: string): boolean {
  return withSeconds.test(value) && readCalendarText(value) !== null;
}
