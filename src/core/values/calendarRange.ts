/** A range of numbers, both ends inclusive. Cyclic units (hours, weekdays) may wrap around: 22 to 5. */
export interface CalendarRange {
  readonly from: number;
  readonly to: number;
}

/** The formats of calendar ranges, and the lowest and highest number of each. Sunday is weekday 1. */
export const calendarBounds = {
  "year-range": [1990, 3000],
  "month-range": [1, 12],
  "day-range": [1, 31],
  "weekday-range": [1, 7],
  "hour-range": [0, 23],
  "minute-range": [0, 59],
} as const satisfies Readonly<Record<string, readonly [lowest: number, highest: number]>>;

export type CalendarFormat = keyof typeof calendarBounds;

const pattern = /^(\d{1,4})(?:-(\d{1,4}))?$/;

/** `2-6`, or `3` alone; null for any other text. */
export function parseRange(text: string): CalendarRange | null {
  const [, from, to = from] = pattern.exec(text) ?? [];
  return from === undefined ? null : { from: Number(from), to: Number(to) };
}

export function formatRange({ from, to }: CalendarRange): string {
  return from === to ? String(from) : `${from}-${to}`;
}

/** Whether the text is a range of this format. Years never wrap. */
export function isCalendarRange(format: CalendarFormat, text: string): boolean {
  const range = parseRange(text);
  if (range === null) return false;
  const [lowest, highest] = calendarBounds[format];
  const isWithin = (value: number) => value >= lowest && value <= highest;
  return isWithin(range.from) && isWithin(range.to) && (format !== "year-range" || range.from <= range.to);
}
