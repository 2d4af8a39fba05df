import { hasValue } from "../../../core/schema/valueAt.ts";
import { inForceAt } from "../../../core/telephony/billingPeriods.ts";
import { parseWireInstant, toRfc3339 } from "../../../core/values/dateTime.ts";
import type { Row } from "../../resourceHooks.ts";

/**
 * A stored billing interval of a contract: instants in RFC 3339, UTC. Without a network it is for calls from everywhere,
 * without a start since ever, without a stop open-ended. Of those that cover an instant, the one that took effect last wins.
 */
export type Interval = NonNullable<Row<"customers">["all_billing_profiles"]>[number];

type RequestedInterval = Omit<Interval, "effective_start_time">;

/** The business rules of intervals, with where they are reported. */
export type IntervalRules = Readonly<
  Record<"intervalOpenRefused" | "intervalStopAlone" | "future", `/billing_profiles/${number}/start`> &
    Record<"intervalOrder", `/billing_profiles/${number}/stop`> &
    Record<"intervalOpenNeeded", "/billing_profiles">
>;

/** The rule that an interval breaks, or all of them together. */
export type BrokenInterval = {
  readonly [Rule in keyof IntervalRules]: { readonly rule: Rule; readonly pointer: IntervalRules[Rule] };
}[keyof IntervalRules];

export interface SchedulePlan {
  readonly intervals: Interval[];
  readonly broken: readonly BrokenInterval[];
}

export function findProfileIdAt(intervals: readonly Interval[], instant: Date): number | undefined {
  const parsed = intervals.map(({ profile_id, start, stop, effective_start_time }) => ({
    profile_id,
    start: start ? new Date(start) : null,
    stop: stop ? new Date(stop) : null,
    effective: new Date(effective_start_time ?? Number.NaN),
  }));
  return inForceAt(parsed, instant)?.profile_id;
}

/** Intervals by when they take effect; the later in the list of two that do so at once stays the later. */
export function sortByStart(intervals: readonly Interval[]): Interval[] {
  const effective = (interval: Interval) => Date.parse(interval.effective_start_time ?? "");
  return intervals.toSorted((a, b) => effective(a) - effective(b));
}

export function futureIntervals(intervals: readonly Interval[], instant: Date): Interval[] {
  return intervals.filter(({ start }) => start && Date.parse(start) > instant.getTime());
}

/**
 * One profile from now on: the first interval of a new contract, or another one when a different profile is in force.
 */
export function planSingleProfile(existing: readonly Interval[], profileId: number, now: Date): Interval[] {
  if (existing.length === 0) return [open(profileId, now)];
  if (findProfileIdAt(existing, now) === profileId) return [...existing];
  const start = toRfc3339(now);
  return [...existing, { profile_id: profileId, start, stop: null, effective_start_time: start }];
}

/** The schedule of a new contract: one unbounded interval, and others that start later. */
export function planFirstSchedule(requested: readonly RequestedInterval[], now: Date, zone: string): SchedulePlan {
  const hasOpen = requested.some(({ start, stop, network_id }) => ![start, stop, network_id].some(hasValue));
  const read = requested.map((interval, index) => readInterval(interval, index, now, zone, true));
  return {
    intervals: read.flatMap(({ interval }) => interval ?? []),
    broken: [
      ...(hasOpen ? [] : [{ rule: "intervalOpenNeeded", pointer: "/billing_profiles" } as const]),
      ...read.flatMap(({ broken }) => broken ?? []),
    ],
  };
}

/** A new schedule for an existing contract: replaces future intervals and keeps the others. */
export function planSchedule(
  existing: readonly Interval[],
  requested: readonly RequestedInterval[],
  now: Date,
  zone: string,
): SchedulePlan {
  const future = new Set(futureIntervals(existing, now));
  const read = requested.map((interval, index) => readInterval(interval, index, now, zone, false));
  return {
    intervals: [
      ...existing.filter((interval) => !future.has(interval)),
      ...read.flatMap(({ interval }) => interval ?? []),
    ],
    broken: read.flatMap(({ broken }) => broken ?? []),
  };
}

function readInterval(
  requested: RequestedInterval,
  index: number,
  now: Date,
  zone: string,
  mayBeOpen: boolean,
): { readonly interval?: Interval; readonly broken?: BrokenInterval } {
  const pointer = `/billing_profiles/${index}` as const;
  const start = instantOf(requested.start, zone);
  const stop = instantOf(requested.stop, zone);
  if (start === null && stop !== null) return { broken: { rule: "intervalStopAlone", pointer: `${pointer}/start` } };
  if (start === null) {
    return mayBeOpen
      ? { interval: { ...open(requested.profile_id, now), ...networkOf(requested) } }
      : { broken: { rule: "intervalOpenRefused", pointer: `${pointer}/start` } };
  }
  if (start <= now) return { broken: { rule: "future", pointer: `${pointer}/start` } };
  if (stop !== null && stop <= start) return { broken: { rule: "intervalOrder", pointer: `${pointer}/stop` } };
  const begin = toRfc3339(start);
  const interval = {
    profile_id: requested.profile_id,
    ...networkOf(requested),
    start: begin,
    stop: stop && toRfc3339(stop),
    effective_start_time: begin,
  };
  return { interval };
}

function open(profileId: number, now: Date): Interval {
  return { profile_id: profileId, start: null, stop: null, effective_start_time: toRfc3339(now) };
}

function networkOf({ network_id }: RequestedInterval): Pick<Interval, "network_id"> {
  return typeof network_id === "number" ? { network_id } : {};
}

/** The schema has checked the format; a text that still names no instant counts as missing. */
function instantOf(value: string | null | undefined, zone: string): Date | null {
  return value ? parseWireInstant(value, zone) : null;
}
