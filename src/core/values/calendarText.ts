/** A date with optional time as written, no time zone applied. `offsetMinutes` is null when none is written. */
export interface CalendarText {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly offsetMinutes: number | null;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):(\d{2}))?)?$/;

/**
 * Parses `YYYY-MM-DD`, optionally followed by a space or T and `HH:mm[:ss[.fff]]`, optionally followed by Z or an
 * offset. Null when malformed or when the day or time does not exist. Fractions of a second are dropped.
 */
export function readCalendarText(text: string): CalendarText | null {
  const match = text.length <= 40 ? pattern.exec(text) : null;
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => Number(match[group] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isRealDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const offsetHours = Number(match[8] ?? 0);
  const offsetRest = Number(match[9] ?? 0);
  if (offsetHours > 23 || offsetRest > 59) return null;
  const hasOffset = match[7] !== undefined || /[Zz]$/.test(text);
  const offsetMinutes = hasOffset ? (match[7] === "-" ? -1 : 1) * (offsetHours * 60 + offsetRest) : null;
  return { year, month, day, hour, minute, second, offsetMinutes };
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
