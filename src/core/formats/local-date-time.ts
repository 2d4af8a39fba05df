import { readCalendarText } from "../calendarText.ts";

const pattern = /^.{10} [0-9]{2}:[0-9]{2}(?::[0-9]{2})?$/;

/** Wall clock time as people type it, `YYYY-MM-DD HH:mm` or with seconds; the zone comes from elsewhere. */
export function isValid(value: string): boolean {
  return pattern.test(value) && readCalendarText(value) !== null;
}
