import { toInstant, toRfc3339, wallTime } from "../../../core/dateTime.ts";
import type { FilterDescriptor } from "../../../core/descriptor.ts";
import type { FilterValues } from "../../kinds/filter.ts";

/** Periods that people ask for, in their own time zone. */
export const periods = ["today", "yesterday", "last7Days", "thisMonth", "lastMonth"] as const;
export type Period = (typeof periods)[number];

/** The two filters of one time. */
export interface TimeRange {
  readonly from: FilterDescriptor;
  readonly until: FilterDescriptor;
}

const begins: ReadonlySet<string> = new Set(["ge", "gt"]);
const ends: ReadonlySet<string> = new Set(["le", "lt"]);

/** The range that a filter by time is a side of; undefined where the other side is missing. */
export function rangeOf(filters: readonly FilterDescriptor[], filter: FilterDescriptor): TimeRange | undefined {
  if (filter.kind !== "dateTime") return undefined;
  const sides = filters.filter(({ source }) => source === filter.source);
  const from = sides.find(({ match }) => begins.has(match));
  const until = sides.find(({ match }) => ends.has(match));
  return from && until ? { from, until } : undefined;
}

/** The values of both filters for a period around `now`. */
export function valuesOfPeriod({ from, until }: TimeRange, period: Period, now: Date, zone: string): FilterValues {
  const { year, month, day } = wallTime(now, zone);
  // Months and days below 1 are those before: Date.UTC counts on.
  const midnight = (months: number, date: number) => {
    const at = new Date(Date.UTC(year, month - 1 + months, date));
    const wall = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
    return toInstant({ ...wall, hour: 0, minute: 0, second: 0 }, zone);
  };
  const bounds: Readonly<Record<Period, readonly [first: Date, next: Date]>> = {
    today: [midnight(0, day), midnight(0, day + 1)],
    yesterday: [midnight(0, day - 1), midnight(0, day)],
    last7Days: [midnight(0, day - 6), midnight(0, day + 1)],
    thisMonth: [midnight(0, 1), midnight(1, 1)],
    lastMonth: [midnight(-1, 1), midnight(0, 1)],
  };
  const [first, next] = bounds[period];
  // Times have whole seconds: one before is outside of the period.
  return {
    [from.name]: toRfc3339(from.match === "gt" ? secondBefore(first) : first),
    [until.name]: toRfc3339(until.match === "le" ? secondBefore(next) : next),
  };
}

/** The period that the values of both filters are, as of now. */
export function periodOf(range: TimeRange, values: FilterValues, now: Date, zone: string): Period | undefined {
  return periods.find((period) =>
    Object.entries(valuesOfPeriod(range, period, now, zone)).every(([name, value]) => values[name] === value),
  );
}

function secondBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1000);
}
