import { weekdayOf } from "../../values/calendarNames.ts";
import type { Recurrence, Weekday } from "./readEvent.ts";

const DAY = 86_400_000;

interface Day {
  readonly time: number;
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly monthDay: number;
  /** Monday is 0. */
  readonly weekday: number;
}

type EnclosingPeriod = "week" | "month" | "year";

/** Midnights of the matching days in a period of the rule, in order; period 0 is that of `start`. */
export function daysOf(rule: Recurrence, start: number, period: number): number[] {
  const first = toDay(start);
  const steps = period * rule.interval;
  switch (rule.freq) {
    case "weekly": {
      const monday = first.time - first.weekday * DAY + steps * 7 * DAY;
      return pick(withDefault(rule, "weekday"), span(monday, 7), "week", first);
    }
    case "monthly": {
      const month = Date.UTC(first.year, first.month - 1 + steps, 1);
      const next = Date.UTC(first.year, first.month + steps, 1);
      return pick(withDefault(rule, "monthDay"), span(month, (next - month) / DAY), "month", first);
    }
    case "yearly": {
      const year = Date.UTC(first.year + steps, 0, 1);
      // A week that spans two years counts only with its days in this year.
      const days = span(year, (Date.UTC(first.year + steps + 1, 0, 1) - year) / DAY);
      return pick(withDefault(rule, "yearDay"), days, rule.bymonth.length > 0 ? "month" : "year", first);
    }
    default:
      return pick(rule, [first.time + steps * DAY], "week", first);
  }
}

/** Whether a rule that steps through the hours of a day applies on this day. */
export function isDayOf(rule: Recurrence, day: number): boolean {
  return isPicked(rule, toDay(day), "week");
}

function pick(rule: DayRule, days: readonly number[], within: EnclosingPeriod, start: Day): number[] {
  return days.filter((time) => {
    const day = toDay(time);
    return (rule.like?.(day, start) ?? true) && isPicked(rule, day, within);
  });
}

/** A rule that may also require the day to match that of the start. */
type DayRule = Recurrence & { readonly like?: (day: Day, start: Day) => boolean };

/** Defaults of a rule come from the start. */
function withDefault(rule: Recurrence, unit: "weekday" | "monthDay" | "yearDay"): DayRule {
  const { byday, bymonthday, byyearday, byweekno, bymonth } = rule;
  if (byday.length + bymonthday.length + byyearday.length > 0) return rule;
  if (unit === "weekday" || byweekno.length > 0) {
    return { ...rule, like: (day, start) => day.weekday === start.weekday };
  }
  const anyMonth = unit === "monthDay" || bymonth.length > 0;
  return {
    ...rule,
    like: (day, start) => day.monthDay === start.monthDay && (anyMonth || day.month === start.month),
  };
}

function isPicked(rule: Recurrence, day: Day, within: EnclosingPeriod): boolean {
  const allows = (list: readonly number[], value: () => number) => list.length === 0 || list.includes(value());
  /** A place and how many there are: negative ones count from the end. */
  const places = (list: readonly number[], locate: () => readonly [place: number, last: number]) => {
    if (list.length === 0) return true;
    const [position, last] = locate();
    return list.includes(position) || list.includes(position - last - 1);
  };
  return (
    allows(rule.bymonth, () => day.month) &&
    places(rule.bymonthday, () => [day.monthDay, new Date(Date.UTC(day.year, day.month, 0)).getUTCDate()]) &&
    places(rule.byyearday, () => [dayOfYear(day.time, day.year), dayOfYear(Date.UTC(day.year, 11, 31), day.year)]) &&
    places(rule.byweekno, () => weekOf(day)) &&
    (rule.byday.length === 0 || rule.byday.some((weekday) => isWeekday(weekday, day, within)))
  );
}

/** Ordinals of weekdays count within the month or the year; within a week they mean nothing. */
function isWeekday({ day, nth }: Weekday, candidate: Day, within: EnclosingPeriod): boolean {
  if (day !== candidate.weekday) return false;
  if (nth === undefined || within === "week") return true;
  const { time, year, month } = candidate;
  const [first, next] =
    within === "month"
      ? [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
      : [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const index = Math.floor((time - first) / (7 * DAY)) + 1;
  const fromEnd = -(Math.floor((next - DAY - time) / (7 * DAY)) + 1);
  return nth > 0 ? nth === index : nth === fromEnd;
}

function dayOfYear(time: number, year: number): number {
  return (time - Date.UTC(year, 0, 1)) / DAY + 1;
}

/** ISO 8601 week number, and that of the year's last week: week 1 has the first Thursday, the last one 28 December. */
function weekOf({ time, weekday }: Day): [week: number, last: number] {
  const thursday = time + (3 - weekday) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const last = toDay(Date.UTC(year, 11, 28));
  return [
    Math.ceil(dayOfYear(thursday, year) / 7),
    Math.ceil(dayOfYear(last.time + (3 - last.weekday) * DAY, year) / 7),
  ];
}

function span(first: number, days: number): number[] {
  return Array.from({ length: days }, (_, index) => first + index * DAY);
}

function toDay(time: number): Day {
  const date = new Date(time);
  return {
    time: Math.floor(time / DAY) * DAY,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    monthDay: date.getUTCDate(),
    weekday: weekdayOf(date.getTime()),
  };
}
