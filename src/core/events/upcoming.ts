import { nextOccurrences, type Occurrence } from "./occurrences.ts";
import { type EventRecord, readEvent } from "./readEvent.ts";

/** What clocks show at this moment, in milliseconds as events are read: on the wall, and in UTC. */
export interface Clocks {
  readonly wall: number;
  readonly utc: number;
}

/** The clocks of this instant, the one on the wall in the zone of this machine. */
export function clocksAt(instant: Date): Clocks {
  return { wall: instant.getTime() - instant.getTimezoneOffset() * 60_000, utc: instant.getTime() };
}

/** The next times of all events together, in order; those of one event alone when there is only one. */
export function upcoming(events: readonly EventRecord[], clocks: Clocks, limit: number): Occurrence[] {
  return events
    .flatMap((event) => {
      const reading = readEvent(event);
      return reading ? nextOccurrences(reading, reading.isUtc ? clocks.utc : clocks.wall, limit) : [];
    })
    .sort((one, other) => one.start - other.start)
    .slice(0, limit);
}
