/** When a billing profile holds; what else an interval says is the caller's. */
export interface HeldInterval {
  /** From the beginning when null. */
  readonly start: Date | null;
  /** Open when null. */
  readonly stop: Date | null;
  /** Of the intervals that hold at an instant, the one that took effect last counts. */
  readonly effective: Date;
}

/** A stretch of time in which one interval counts. */
export interface BillingPeriod<Interval extends HeldInterval> {
  readonly interval: Interval;
  readonly from: Date;
  /** Open when null. */
  readonly to: Date | null;
}

/** The interval that counts at an instant; of two that took effect at once the later one in the list. */
export function inForceAt<Interval extends HeldInterval>(
  intervals: readonly Interval[],
  at: Date,
): Interval | undefined {
  let found: Interval | undefined;
  for (const interval of intervals) {
    if (!holdsAt(interval, at)) continue;
    if (!found || interval.effective >= found.effective) found = interval;
  }
  return found;
}

/** What counts from when to when, in the order of time: intervals may overlap, periods do not. */
export function billingPeriods<Interval extends HeldInterval>(
  intervals: readonly Interval[],
): BillingPeriod<Interval>[] {
  const bounds = intervals.flatMap(({ start, stop, effective }) => [start ?? effective, ...(stop ? [stop] : [])]);
  const instants = [...new Set(bounds.map(Number))].sort((a, b) => a - b);
  const periods: BillingPeriod<Interval>[] = [];
  for (const [index, instant] of instants.entries()) {
    const from = new Date(instant);
    const interval = inForceAt(intervals, from);
    const next = instants[index + 1];
    if (!interval) continue;
    const to = next === undefined ? null : new Date(next);
    const last = periods.at(-1);
    const goesOn = last?.interval === interval && last.to?.getTime() === instant;
    if (goesOn) periods[periods.length - 1] = { ...last, to };
    else periods.push({ interval, from, to });
  }
  return periods;
}

function holdsAt({ start, stop }: HeldInterval, at: Date): boolean {
  return (start === null || start <= at) && (stop === null || stop > at);
}
