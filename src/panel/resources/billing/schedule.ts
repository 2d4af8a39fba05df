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
  /** The network that its calls come from; absent: any. */
  readonly networkId?: number;
  /** Its index among the intervals to come, which can be changed; absent: it has begun. */
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

/** The fields that a schedule is read from. */
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

/** Returns the periods, each with the interval that is in force. */
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
  readonly instant: Date;
  /** It can be moved between these; null: without limit. */
  readonly after: Date;
  readonly before: Date | null;
}

/** The instants that can be moved, each between its neighbours, so that no period is lost on the way. */
export function handlesOf({ begun, items }: Schedule, now: Date, zone: string): Handle[] {
  const toDate = dateReader(zone);
  const editableEnds = items.flatMap(({ start, stop }) => [toDate(start), toDate(stop)]);
  const fixedEnds = begun.map(({ stop }) => stop);
  const instantsOf = (dates: readonly (Date | null)[]) =>
    [...new Set(dates.flatMap((date) => (date && date > now ? [date.getTime()] : [])))].sort((a, b) => a - b);
  const all = instantsOf([...editableEnds, ...fixedEnds]);
  return instantsOf(editableEnds).map((time) => {
    const next = all[all.indexOf(time) + 1];
    return {
      instant: new Date(time),
      after: new Date(all[all.indexOf(time) - 1] ?? now),
      before: next === undefined ? null : new Date(next),
    };
  });
}

/** Moves whatever begins or ends at an instant; beyond its neighbours it stays where it is. */
export function moveHandle(
  items: readonly IntervalDraft[],
  { instant, after, before }: Handle,
  to: Date,
  zone: string,
): readonly IntervalDraft[] {
  if (to <= after || (before && to >= before)) return items;
  const toDate = dateReader(zone);
  const moved = (text: string | null = null) => (toDate(text)?.getTime() === instant.getTime() ? toRfc3339(to) : text);
  return items.map((item) => ({ ...item, start: moved(item.start), stop: moved(item.stop) }));
}

/** Cuts the period in force at an instant in two, the second of which can get another profile. */
export function splitAt(schedule: Schedule, instant: Date, zone: string): readonly IntervalDraft[] {
  const current = inForceAt(
    periodsOf(schedule, zone).map(({ interval }) => interval),
    instant,
  );
  if (!current) return schedule.items;
  const { item: itemIndex, profileId, networkId, stop } = current;
  const cut = schedule.items.map((item, index) => (index === itemIndex ? { ...item, stop: toRfc3339(instant) } : item));
  const model = schedule.items[itemIndex ?? -1] ?? {
    profile_id: profileId,
    ...(networkId === undefined ? {} : { network_id: networkId }),
  };
  return [...cut, { ...model, start: toRfc3339(instant), stop: stop && toRfc3339(stop) }];
}

/** Returns the instant with the same time of day some days later. */
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
