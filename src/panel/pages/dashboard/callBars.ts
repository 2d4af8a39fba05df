import type { CallsBucket } from "../../../core/dashboardAnswers.ts";
import { wallTime } from "../../../core/dateTime.ts";
import type { Bar } from "../../charts/StackedBars.tsx";
import type { CallsPeriod } from "../../providers/dashboard.ts";
import type { ListFilter } from "../../resource/listAddress.ts";

export type Range = "day" | "fortnight";

/** A bar, and the filter under which the list of calls shows what it stands for. */
export interface CallBar extends Bar {
  readonly filter: ListFilter;
}

const HOUR_MS = 3_600_000;

/** The present hour and the 23 before it; today and the 13 days before. */
export function toPeriod(range: Range, now: Date, tz: string): CallsPeriod {
  const hours = range === "day" ? 23 : 13 * 24;
  return { by: range === "day" ? "hour" : "day", from: new Date(now.getTime() - hours * HOUR_MS), tz };
}

/** Where and in which language hours and days are named. */
export interface Place {
  readonly zone: string;
  readonly locale: string;
}

/** Bars with words for hours or days of a zone; `to` is where the last one ends, RFC 3339. */
export function toCallBars(
  buckets: readonly CallsBucket[],
  to: string,
  range: Range,
  { zone, locale }: Place,
): CallBar[] {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...(range === "day"
      ? { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { weekday: "short", day: "numeric", month: "short" }),
  });
  return buckets.map(({ start, answered, unanswered }, index) => {
    const instant = new Date(start);
    const end = new Date(buckets[index + 1]?.start ?? to);
    const tick = tickOf(instant, range, zone);
    return {
      key: start,
      label: format.format(instant),
      ...(tick ? { tick } : {}),
      lower: answered,
      upper: unanswered,
      // Calls start at whole seconds.
      filter: { start_ge: start, start_le: new Date(end.getTime() - 1000).toISOString().replace(".000Z", "Z") },
    };
  });
}

/** Every third hour, every second day: more would run into each other where it is narrow. */
function tickOf(instant: Date, range: Range, zone: string): string | undefined {
  const { hour, day, month, year } = wallTime(instant, zone);
  if (range === "day") return hour % 3 === 0 ? `${String(hour).padStart(2, "0")}:00` : undefined;
  const daysOfAll = Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
  return daysOfAll % 2 === 0 ? `${month}/${day}` : undefined;
}
