import type { CallSums, CallsBucket } from "../../../core/api/dashboardResponse.ts";
import { formatWeekday } from "../../../core/values/calendarNames.ts";
import { formatDate, formatDateTime, formatTimeOfDay, wallTime, withoutYear } from "../../../core/values/dateTime.ts";
import type { ListFilter } from "../../navigation/listPath.ts";
import type { CallsPeriodOptions } from "../../providers/dashboard.ts";
import type { Bar } from "../../ui/charts/StackedBars.tsx";

/** The last hours, or the last days. */
export type CallsRange = "day" | "fortnight" | "month";

/** A bar, and the filter that lists its calls. */
export interface CallBar extends Bar {
  readonly filter: ListFilter;
}

/** Time zone and language for naming hours and days. */
interface ChartLocale {
  readonly zone: string;
  readonly locale: string;
}

/** The figure that a bar shows: calls, answered or not, whole minutes, or units of one currency (`cost EUR`). */
export type Measure = "calls" | "minutes" | `cost ${string}`;

/** The currency of a measure; undefined: it is no cost. */
export function currencyIn(measure: Measure): string | undefined {
  return measure === "calls" || measure === "minutes" ? undefined : measure.slice("cost ".length);
}

/** Returns the figures that bars can show: calls, minutes, and costs in each currency that is paid in. */
export function measuresOf(buckets: readonly CallSums[]): Measure[] {
  const currencies = new Set(buckets.flatMap(({ costs }) => Object.keys(costs)));
  return ["calls", "minutes", ...[...currencies].sort().map((currency) => `cost ${currency}` as const)];
}

const HOUR_MS = 3_600_000;

/** Hours before the current one: 23; the 13 or 29 days before today. */
const hoursBefore: Readonly<Record<CallsRange, number>> = { day: 23, fortnight: 13 * 24, month: 29 * 24 };

/** Days from one axis label to the next: more would overlap on narrow screens. */
const daysApart = { fortnight: 2, month: 5 };

export function toPeriod(range: CallsRange, now: Date, tz: string): CallsPeriodOptions {
  return { by: range === "day" ? "hour" : "day", from: new Date(now.getTime() - hoursBefore[range] * HOUR_MS), tz };
}

/** Labelled bars for a zone's hours or days; `to` is where the last one ends, RFC 3339. */
export function toCallBars(
  buckets: readonly CallsBucket[],
  to: string,
  range: CallsRange,
  { zone, locale }: ChartLocale,
  measure: Measure = "calls",
): CallBar[] {
  return buckets.map((bucket, index) => {
    const instant = new Date(bucket.start);
    const end = new Date(buckets[index + 1]?.start ?? to);
    const tick = tickOf(instant, range, zone);
    return {
      key: bucket.start,
      label: range === "day" ? formatDateTime(instant, zone) : formatWeekday(instant, zone, locale),
      ...(tick ? { tick } : {}),
      ...heightOf(bucket, measure),
      filter: filterOf(bucket.start, end),
    };
  });
}

/** Calls of a period: they start at whole seconds. */
function filterOf(start: string, end: Date): ListFilter {
  return { start_ge: start, start_le: new Date(end.getTime() - 1000).toISOString().replace(".000Z", "Z") };
}

function heightOf(sums: CallSums, measure: Measure): Pick<Bar, "lower" | "upper"> {
  if (measure === "minutes") return { lower: minutesOf(sums), upper: 0 };
  const currency = currencyIn(measure);
  if (currency !== undefined) return { lower: (sums.costs[currency] ?? 0) / 100, upper: 0 };
  return { lower: sums.answered, upper: sums.unanswered };
}

/** Whole minutes of all calls together. */
export function minutesOf({ duration }: CallSums): number {
  return Math.round(duration / 60);
}

export function busiestOf(bars: readonly CallBar[]) {
  const busiest = [...bars].sort((a, b) => b.lower + b.upper - (a.lower + a.upper))[0];
  return { busiest: busiest?.label ?? "", most: busiest ? busiest.lower + busiest.upper : 0 };
}

/** Every third hour, every second or fifth day. */
function tickOf(instant: Date, range: CallsRange, zone: string): string | undefined {
  const { hour, day, month, year } = wallTime(instant, zone);
  if (range === "day") return hour % 3 === 0 ? formatTimeOfDay(hour * 3600) : undefined;
  const daysOfAll = Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
  if (daysOfAll % daysApart[range] !== 0) return undefined;
  return withoutYear(formatDate(instant, zone));
}
