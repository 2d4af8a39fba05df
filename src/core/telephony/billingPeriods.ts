/** The interval in which a billing profile applies; callers add further members. */
export interface HeldInterval {
  /** Null: since ever. */
  readonly start: Date | null;
  /** Null: open-ended. */
  readonly stop: Date | null;
  /** If several intervals cover an instant, the one that took effect last wins. */
  readonly effective: Date;
}

/** A span of time in which one interval applies. */
export interface BillingPeriod<Interval extends HeldInterval> {
  readonly interval: Interval;
  readonly from: Date;
  /** Null: open-ended. */
  readonly to: Date | null;
}

/** The interval in force at an instant; of two that took effect at once, the later in the list. */
export function inForceAt<Interval extends HeldInterval>(
  intervals: readonly Interval[],
  instant: Date,
): Interval | undefined {
  let latest: Interval | undefined;
  for (const interval of intervals) {
    if (!holdsAt(interval, instant)) continue;
    if (!latest || interval.effective >= latest.effective) latest = interval;
  }
  return latest;
}

/** Periods with the interval that applies, in chronological order: intervals may overlap, periods do not. */
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

function holdsAt({ start, stop }: HeldInterval, instant: Date): boolean {
  return (start === null || start <= instant) && (stop === null || stop > instant);
}
