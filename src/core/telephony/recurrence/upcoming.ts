import { nextOccurrences, type Occurrence } from "./occurrences.ts";
import { type EventRecord, readEvent } from "./readEvent.ts";

/** The current time in milliseconds as events are read: wall clock and UTC. */
export interface Clocks {
  readonly wall: number;
  readonly utc: number;
}

/** The clocks at this instant; the wall clock is in the zone of this machine. */
export function clocksAt(instant: Date): Clocks {
  return { wall: instant.getTime() - instant.getTimezoneOffset() * 60_000, utc: instant.getTime() };
}

/** The next occurrences of all events, in order; one per event unless there is only one event. */
export function nextOccurrencesOfAll(events: readonly EventRecord[], clocks: Clocks, limit: number): Occurrence[] {
  return events
    .flatMap((event) => {
      const reading = readEvent(event);
      return reading ? nextOccurrences(reading, reading.isUtc ? clocks.utc : clocks.wall, limit) : [];
    })
    .sort((a, b) => a.start - b.start)
    .slice(0, limit);
}
