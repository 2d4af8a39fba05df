import type { FilterDescriptor } from "../../../core/schema/descriptor.ts";
import { startOfDay, toRfc3339, toWireDate, wallTime } from "../../../core/values/dateTime.ts";
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

/** The range that a filter by time or day is a side of; undefined where the other side is missing. */
export function findTimeRange(filters: readonly FilterDescriptor[], filter: FilterDescriptor): TimeRange | undefined {
  if (filter.kind !== "dateTime" && filter.kind !== "date") return undefined;
  const sides = filters.filter(({ source }) => source === filter.source);
  const from = sides.find(({ match }) => begins.has(match));
  const until = sides.find(({ match }) => ends.has(match));
  return from && until ? { from, until } : undefined;
}

/** The values of both filters for a period around `now`. */
export function periodValues({ from, until }: TimeRange, period: Period, now: Date, zone: string): FilterValues {
  const { year, month, day } = wallTime(now, zone);
  // Months and days below 1 are those before: Date.UTC counts on.
  const dayAt = (months: number, date: number) => new Date(Date.UTC(year, month - 1 + months, date));
  const bounds: Readonly<Record<Period, readonly [first: Date, next: Date]>> = {
    today: [dayAt(0, day), dayAt(0, day + 1)],
    yesterday: [dayAt(0, day - 1), dayAt(0, day)],
    last7Days: [dayAt(0, day - 6), dayAt(0, day + 1)],
    thisMonth: [dayAt(0, 1), dayAt(1, 1)],
    lastMonth: [dayAt(-1, 1), dayAt(0, 1)],
  };
  const [first, next] = bounds[period];
  // An exclusive bound is a second, or a day, earlier.
  const textOf = (side: FilterDescriptor, bound: Date, isLeftOut: boolean) => {
    if (side.kind === "date") return toWireDate(isLeftOut ? new Date(bound.getTime() - DAY_MS) : bound);
    const instant = midnightOn(bound, zone);
    return toRfc3339(isLeftOut ? new Date(instant.getTime() - 1000) : instant);
  };
  return {
    [from.name]: textOf(from, first, from.match === "gt"),
    [until.name]: textOf(until, next, until.match === "le"),
  };
}

const DAY_MS = 86_400_000;

/** Returns the start of a day, given in UTC, in the zone. */
function midnightOn(bound: Date, zone: string): Date {
  const day = { year: bound.getUTCFullYear(), month: bound.getUTCMonth() + 1, day: bound.getUTCDate() };
  return startOfDay(day, zone);
}

/** The period that the values of both filters are, as of now. */
export function findPeriod(range: TimeRange, values: FilterValues, now: Date, zone: string): Period | undefined {
  return periods.find((period) =>
    Object.entries(periodValues(range, period, now, zone)).every(([name, value]) => values[name] === value),
  );
}
