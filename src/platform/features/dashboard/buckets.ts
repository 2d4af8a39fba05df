import { startOfDay, wallTime } from "../../../core/values/dateTime.ts";

export type BucketUnit = "hour" | "day";

const HOUR_MS = 3_600_000;
/** A chart with more bars is unreadable. */
export const MAX_BUCKETS: Readonly<Record<BucketUnit, number>> = { hour: 7 * 24 + 1, day: 62 };

/**
 * Instants at which the hours or days of `zone` start, from the one that contains `from`, all before `to`. Days have 23
 * or 25 hours when clocks change. Stops one beyond the limit.
 */
export function bucketStarts(from: Date, to: Date, step: BucketUnit, zone: string): Date[] {
  const starts: Date[] = [];
  let start = startOf(from, step, zone);
  while (start < to && starts.length <= MAX_BUCKETS[step]) {
    starts.push(start);
    start = nextStart(start, step, zone);
  }
  return starts;
}

/** The end of the last bucket: the start of the next one. */
export function nextStart(start: Date, step: BucketUnit, zone: string): Date {
  if (step === "hour") return new Date(start.getTime() + HOUR_MS);
  const { year, month, day } = wallTime(start, zone);
  return startOfDay({ year, month, day: day + 1 }, zone);
}

function startOf(instant: Date, step: BucketUnit, zone: string): Date {
  const { year, month, day, minute, second } = wallTime(instant, zone);
  if (step === "day") return startOfDay({ year, month, day }, zone);
  const whole = Math.floor(instant.getTime() / 1000) * 1000;
  return new Date(whole - (minute * 60 + second) * 1000);
}
