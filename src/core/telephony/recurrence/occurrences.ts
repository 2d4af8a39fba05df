import { daysOf, isDayOf } from "./days.ts";
import type { EventReading, Frequency, Recurrence } from "./readEvent.ts";

/** One occurrence, in wall clock time or UTC as the event was read. */
export interface Occurrence {
  readonly start: number;
  readonly end?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Frequencies shorter than a day step through time, the others through the calendar. */
const STEPS: Readonly<Partial<Record<Frequency, number>>> = { secondly: SECOND, minutely: MINUTE, hourly: HOUR };
const MAX_EVENT_DAYS: Readonly<Partial<Record<Frequency, number>>> = { daily: 1, weekly: 7, monthly: 31, yearly: 366 };
/** A rule that never matches (31 February) is given up after this many periods. */
const MAX_PERIODS: Readonly<Partial<Record<Frequency, number>>> = { weekly: 5000, monthly: 2000, yearly: 200 };
const MAX_STEPS = 20_000;
/** Last date that a calendar can express. */
const MAX_DATE_MS = Date.UTC(9999, 11, 31);

/** The next occurrences that have not ended at `from`, in order, at most `limit`. */
export function nextOccurrences(event: EventReading, from: number, limit: number): Occurrence[] {
  const length = event.end === undefined ? undefined : event.end - event.start;
  const isOver = (start: number) => (length === undefined ? start < from : start + length <= from);
  const occurrences: Occurrence[] = [];
  for (const start of startsOf(event, from - (length ?? 0))) {
    if (isOver(start)) continue;
    occurrences.push(length === undefined ? { start } : { start, end: start + length });
    if (occurrences.length >= limit) break;
  }
  return occurrences;
}

/** All starts in order; those long before `from` are skipped unless the rule counts them. */
function* startsOf({ start, recurrence: rule }: EventReading, from: number): Generator<number> {
  if (!rule) {
    yield start;
    return;
  }
  let count = 0;
  for (const set of setsOf(rule, start, rule.count === undefined ? from : start)) {
    for (const moment of placesOf(rule, set)) {
      if (moment < start) continue;
      if (!(moment <= MAX_DATE_MS)) return;
      if (rule.until !== undefined && moment > rule.until) return;
      yield moment;
      count += 1;
      if (count === rule.count) return;
    }
  }
}

/** The matching moments of each period (a day, a week, an hour) in order. */
function* setsOf(rule: Recurrence, start: number, from: number): Generator<number[]> {
  const step = STEPS[rule.freq];
  if (step === undefined) yield* calendarSets(rule, start, from);
  else yield* clockSets(rule, start, from, step * rule.interval);
}

function* calendarSets(rule: Recurrence, start: number, from: number): Generator<number[]> {
  const times = timesOfDay(rule, start);
  const first = Math.max(0, periodsBetween(rule, start, from) - 1);
  for (let period = first; period < first + (MAX_PERIODS[rule.freq] ?? MAX_STEPS); period += 1) {
    const days = daysOf(rule, start, period);
    yield days.flatMap((day) => times.map((time) => day + time));
  }
}

function* clockSets(rule: Recurrence, start: number, from: number, step: number): Generator<number[]> {
  let moment = start + Math.max(0, Math.floor((from - start) / step) - 1) * step;
  for (let tries = 0; tries < MAX_STEPS; tries += 1) {
    const day = Math.floor(moment / DAY) * DAY;
    if (isDayOf(rule, day)) {
      yield momentsWithin(rule, moment);
      moment += step;
    } else {
      // On to the first step of the next day.
      moment += Math.max(1, Math.ceil((day + DAY - moment) / step)) * step;
    }
  }
}

/** Matching moments within a step of an hour, minute or second: longer parts narrow it, shorter ones multiply it. */
function momentsWithin({ freq, byhour, byminute, bysecond }: Recurrence, moment: number): number[] {
  const date = new Date(moment);
  const allows = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);
  if (!allows(byhour, date.getUTCHours())) return [];
  if (freq !== "hourly" && !allows(byminute, date.getUTCMinutes())) return [];
  if (freq === "secondly") return allows(bysecond, date.getUTCSeconds()) ? [moment] : [];
  const minutes = freq === "hourly" && byminute.length > 0 ? byminute : [date.getUTCMinutes()];
  const seconds = bysecond.length > 0 ? bysecond : [date.getUTCSeconds()];
  const hour = Math.floor(moment / HOUR) * HOUR;
  return minutes.flatMap((minute) => seconds.map((second) => hour + minute * MINUTE + second * SECOND));
}

/** Times of day that a rule for days names, in milliseconds from midnight. */
export function timesOfDay({ byhour, byminute, bysecond }: Recurrence, start: number): number[] {
  const date = new Date(start);
  const or = (list: readonly number[], value: number) => (list.length > 0 ? list : [value]);
  return or(byhour, date.getUTCHours()).flatMap((hour) =>
    or(byminute, date.getUTCMinutes()).flatMap((minute) =>
      or(bysecond, date.getUTCSeconds()).map((second) => hour * HOUR + minute * MINUTE + second * SECOND),
    ),
  );
}

/** Approximate number of periods in between, never too many. */
function periodsBetween({ freq, interval }: Recurrence, start: number, from: number): number {
  return Math.floor((from - start) / DAY / ((MAX_EVENT_DAYS[freq] ?? 1) * interval));
}

/** The moments of a period that `bysetpos` selects, counted from its end if negative. */
function placesOf({ bysetpos }: Recurrence, set: readonly number[]): readonly number[] {
  return bysetpos.length === 0
    ? set
    : set.filter((_, index) => bysetpos.includes(index + 1) || bysetpos.includes(index - set.length));
}
