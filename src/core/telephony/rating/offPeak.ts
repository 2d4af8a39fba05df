import { parseWireInstant, zoneOffset } from "../../values/dateTime.ts";
import { DAY, spanOf, type WeekTime } from "../weekTimes.ts";

/** The windows of a billing profile as in the API: despite their names, the times when off-peak rates apply. */
export interface OffPeakWindows {
  readonly peaktime_weekdays?: readonly WeekTime[] | null;
  /** Timestamps, both inclusive. */
  readonly peaktime_special?: readonly { readonly start: string; readonly stop: string }[] | null;
}

/** Off-peak from the first to before the second: seconds of a day, of a week or since 1970. */
type Span = readonly [from: number, to: number];

/**
 * Answers which seconds are off-peak: those of any window, read as wall clock time in `zone`. Days are worked out when
 * first asked for, so that a list of calls needs a time zone once per day.
 */
export class OffPeakTimes {
  readonly #zone: string;
  readonly #weekdays: readonly (readonly Span[])[];
  readonly #special: readonly Span[];
  readonly #days = new Map<number, readonly Span[]>();

  constructor({ peaktime_weekdays, peaktime_special }: OffPeakWindows, zone: string) {
    const weekdays: Span[][] = Array.from({ length: 7 }, () => []);
    for (const time of peaktime_weekdays ?? []) weekdays[time.weekday]?.push(spanOf(time));
    this.#zone = zone;
    this.#weekdays = weekdays;
    this.#special = (peaktime_special ?? []).flatMap(({ start, stop }): Span[] => {
      const [from, to] = [parseWireInstant(start, zone), parseWireInstant(stop, zone)];
      return from && to ? [[from.getTime() / 1000, to.getTime() / 1000 + 1]] : [];
    });
  }

  /** Whether this second (since 1970) is off-peak. */
  isOffPeak(second: number): boolean {
    return this.#spansOf(Math.floor(second / DAY)).some(([from, to]) => from <= second && second < to);
  }

  /** The first second after this one whose state differs, or `limit` when none before it does. */
  nextChange(second: number, limit: number): number {
    const state = this.isOffPeak(second);
    let current = second;
    while (current < limit) {
      const day = Math.floor(current / DAY);
      const bounds = this.#spansOf(day).flat();
      const next = bounds.find((bound) => bound > current) ?? (day + 1) * DAY;
      current = Math.min(next, (day + 1) * DAY);
      if (this.isOffPeak(current) !== state) return Math.min(current, limit);
    }
    return limit;
  }

  /** The off-peak spans of a day in UTC, in order, none touching another. */
  #spansOf(day: number): readonly Span[] {
    const cached = this.#days.get(day);
    if (cached) return cached;
    const [start, end] = [day * DAY, (day + 1) * DAY];
    const spans = this.#offsetsOf(start, end).flatMap(({ from, to, ahead }) => this.#weekly(from, to, ahead));
    const merged = united([...spans, ...this.#special.flatMap((span) => within(span, start, end))]);
    this.#days.set(day, merged);
    return merged;
  }

  /** The weekly windows between two instants while clocks are `ahead` seconds of UTC. */
  #weekly(from: number, to: number, ahead: number): Span[] {
    const spans: Span[] = [];
    for (let day = Math.floor((from + ahead) / DAY); day * DAY < to + ahead; day++) {
      const midnight = day * DAY - ahead;
      // 1 January 1970 was a Thursday.
      const windows = this.#weekdays[(((day + 3) % 7) + 7) % 7] ?? [];
      for (const [start, stop] of windows) spans.push(...within([midnight + start, midnight + stop], from, to));
    }
    return spans;
  }

  /** The parts of a day with one offset each: two on the day when clocks change, one on all others. */
  #offsetsOf(start: number, end: number): { from: number; to: number; ahead: number }[] {
    const aheadAt = (second: number) => zoneOffset(second * 1000, this.#zone) / 1000;
    const [before, after] = [aheadAt(start), aheadAt(end)];
    if (before === after) return [{ from: start, to: end, ahead: before }];
    let [low, high] = [start, end];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (aheadAt(middle) === before) low = middle;
      else high = middle;
    }
    return [
      { from: start, to: high, ahead: before },
      { from: high, to: end, ahead: after },
    ];
  }
}

function within([from, to]: Span, start: number, end: number): Span[] {
  const span: Span = [Math.max(from, start), Math.min(to, end)];
  return span[0] < span[1] ? [span] : [];
}

function united(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
