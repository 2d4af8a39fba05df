import { toInstant, wallTime } from "../dateTime.ts";
import { nextOccurrences } from "../events/occurrences.ts";
import { type EventReading, type EventRecord, readEvent } from "../events/readEvent.ts";
import { isValid as isZone } from "../formats/timezone-name.ts";

/** Converts between the clock of a zone and UTC; both are milliseconds as if they were UTC. */
export interface ZoneClock {
  toWall(utc: number): number;
  toUtc(wall: number): number;
}

/** A part of a VTIMEZONE: from when on clocks are how far ahead, and how far they were before. */
export interface Observance {
  readonly event: EventRecord;
  /** Milliseconds ahead of UTC. */
  readonly before: number;
  readonly after: number;
}

const DAY = 86_400_000;
/** Longer than from one onset of a yearly rule to the next. */
const YEAR = 400 * DAY;

/** The clock of a zone by its IANA name; undefined: there is no such zone. */
export function namedClock(name: string | undefined): ZoneClock | undefined {
  if (name === undefined || !isZone(name)) return undefined;
  return {
    toWall(utc) {
      const { year, month, day, hour, minute, second } = wallTime(new Date(utc), name);
      return Date.UTC(year, month - 1, day, hour, minute, second);
    },
    toUtc: (wall) => toInstant(wallTime(new Date(wall), "UTC"), name).getTime(),
  };
}

/** The clock of a zone that a file describes; undefined without a description that can be read. */
export function describedClock(observances: readonly (Observance | null)[]): ZoneClock | undefined {
  const known = observances.flatMap((one) => {
    const reading = one && readEvent(one.event);
    return one && reading ? [{ ...one, reading }] : [];
  });
  const [first] = [...known].sort((one, other) => one.reading.start - other.reading.start);
  if (!first || known.length < observances.length) return undefined;
  const offsetAt = (utc: number) => {
    let found = { onset: Number.NEGATIVE_INFINITY, offset: first.before };
    for (const { reading, before, after } of known) {
      const onset = lastOnset(reading, utc + before) - before;
      if (onset > found.onset) found = { onset, offset: after };
    }
    return found.offset;
  };
  return {
    toWall: (utc) => utc + offsetAt(utc),
    toUtc(wall) {
      const candidates = [wall - DAY, wall + DAY].map((near) => wall - offsetAt(near));
      const hits = candidates.filter((utc) => utc + offsetAt(utc) === wall);
      return hits.length > 0 ? Math.min(...hits) : (candidates[0] ?? wall);
    },
  };
}

/** The last onset until a moment of the clock before it; minus infinity: there was none yet. */
function lastOnset(reading: EventReading, at: number): number {
  const onsets = nextOccurrences(reading, at - YEAR, 20).map(({ start }) => start);
  const last = onsets.filter((start) => start <= at).at(-1);
  // A rule that has ended leaves clocks as they are.
  if (last !== undefined) return last;
  return reading.start <= at ? reading.start : Number.NEGATIVE_INFINITY;
}
