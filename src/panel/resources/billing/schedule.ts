import {
  type BillingPeriod,
  billingPeriods,
  type HeldInterval,
  inForceAt,
} from "../../../core/telephony/billingPeriods.ts";
import { parseWireInstant, startOfDay, toInstant, toRfc3339, wallTime } from "../../../core/values/dateTime.ts";
import type { RecordOf } from "../../providers/rest.ts";

/** A billing profile of a schedule, and when it is in force. */
export interface ProfileInterval extends HeldInterval {
  /** Null: not chosen yet. */
  readonly profileId: number | null;
  /** Only for calls from this network. */
  readonly networkId?: number;
  /** Its place among the intervals to come, which can be changed; absent: it has begun. */
  readonly item?: number;
}

export type Period = BillingPeriod<ProfileInterval>;

/** An interval to come while it is edited: its profile may not be chosen yet. */
export type IntervalDraft = {
  readonly profile_id?: number | null;
  readonly network_id?: number | null;
  readonly start?: string | null;
  readonly stop?: string | null;
};

/** What a schedule is read from. */
export type ScheduledRecord = Pick<
  RecordOf<"customers">,
  "billing_profiles" | "all_billing_profiles" | "create_timestamp"
>;

/** The schedule of a record while it is edited. */
export interface Schedule {
  /** Intervals that have begun: they stay as they are. */
  readonly begun: readonly ProfileInterval[];
  /** Intervals to come, as the API takes them; incomplete ones are not in force at any time. */
  readonly items: readonly IntervalDraft[];
}

/** All intervals of a record. */
export function intervalsOf(record: ScheduledRecord, zone: string): ProfileInterval[] {
  const toDate = dateReader(zone);
  return (record.all_billing_profiles ?? []).map((item) => {
    const start = toDate(item.start);
    const network = typeof item.network_id === "number" ? { networkId: item.network_id } : {};
    // Older platforms do not report when an interval took effect: its start is used.
    const effective = toDate(item.effective_start_time) ?? start ?? toDate(record.create_timestamp) ?? new Date(0);
    return { profileId: item.profile_id, ...network, start, stop: toDate(item.stop), effective };
  });
}

/** A record's schedule, as it is before any change. */
export function scheduleOf(record: ScheduledRecord, now: Date, zone: string): Schedule {
  return {
    begun: intervalsOf(record, zone).filter(({ start }) => start === null || start <= now),
    items: record.billing_profiles ?? [],
  };
}

/** What is in force when. */
export function periodsOf({ begun, items }: Schedule, zone: string): Period[] {
  const toDate = dateReader(zone);
  const coming = items.flatMap(({ profile_id: profileId = null, start: startText, stop }, item): ProfileInterval[] => {
    const start = toDate(startText);
    return start ? [{ profileId, start, stop: toDate(stop), effective: start, item }] : [];
  });
  return billingPeriods([...begun, ...coming]);
}

/** An instant at which an interval to come begins or ends. */
export interface Handle {
  readonly at: Date;
  /** It can be moved between these; null: without limit. */
  readonly after: Date;
  readonly before: Date | null;
}

/** The instants that can be moved, each between its neighbours, so that no period is lost on the way. */
export function handlesOf({ begun, items }: Schedule, now: Date, zone: string): Handle[] {
  const toDate = dateReader(zone);
  const own = items.flatMap(({ start, stop }) => [toDate(start), toDate(stop)]);
  const others = begun.map(({ stop }) => stop);
  const instantsOf = (dates: readonly (Date | null)[]) =>
    [...new Set(dates.flatMap((date) => (date && date > now ? [date.getTime()] : [])))].sort((a, b) => a - b);
  const all = instantsOf([...own, ...others]);
  return instantsOf(own).map((at) => {
    const next = all[all.indexOf(at) + 1];
    return {
      at: new Date(at),
      after: new Date(all[all.indexOf(at) - 1] ?? now),
      before: next === undefined ? null : new Date(next),
    };
  });
}

/** Moves whatever begins or ends at an instant; beyond its neighbours it stays where it is. */
export function moveHandle(
  items: readonly IntervalDraft[],
  { at, after, before }: Handle,
  to: Date,
  zone: string,
): readonly IntervalDraft[] {
  if (to <= after || (before && to >= before)) return items;
  const toDate = dateReader(zone);
  const moved = (text: string | null = null) => (toDate(text)?.getTime() === at.getTime() ? toRfc3339(to) : text);
  return items.map((item) => ({ ...item, start: moved(item.start), stop: moved(item.stop) }));
}

/** Cuts the period in force at an instant in two, the second of which can get another profile. */
export function splitAt(schedule: Schedule, at: Date, zone: string): readonly IntervalDraft[] {
  const held = inForceAt(
    periodsOf(schedule, zone).map(({ interval }) => interval),
    at,
  );
  if (!held) return schedule.items;
  const { item: place, profileId, networkId, stop } = held;
  const cut = schedule.items.map((item, index) => (index === place ? { ...item, stop: toRfc3339(at) } : item));
  const model = schedule.items[place ?? -1] ?? {
    profile_id: profileId,
    ...(networkId === undefined ? {} : { network_id: networkId }),
  };
  return [...cut, { ...model, start: toRfc3339(at), stop: stop && toRfc3339(stop) }];
}

/** The same time of day some days later. */
export function daysAfter(instant: Date, days: number, zone: string): Date {
  const wall = wallTime(instant, zone);
  return toInstant({ ...wall, day: wall.day + days }, zone);
}

/** The midnight that an instant is nearest to. */
export function nearestMidnight(instant: Date, zone: string): Date {
  const wall = wallTime(instant, zone);
  return startOfDay({ ...wall, day: wall.day + (wall.hour >= 12 ? 1 : 0) }, zone);
}

function dateReader(zone: string): (text: string | null | undefined) => Date | null {
  return (text) => (typeof text === "string" ? parseWireInstant(text, zone) : null);
}
