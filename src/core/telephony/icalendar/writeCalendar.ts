import { type EventReading, type EventRecord, readEvent, readMoment } from "../recurrence/readEvent.ts";
import { escapeText, writeLines } from "./lines.ts";
import { ruleParts } from "./ruleParts.ts";

interface CalendarParts {
  readonly name: string;
  readonly events: readonly EventRecord[];
  /** Prefix of the events' UIDs: `timesets-7`. */
  readonly id: string;
  readonly stamp: Date;
}

/** An iCalendar file (RFC 5545) of a record's events. Those without a start are skipped. */
export function writeCalendar({ name, events, id, stamp }: CalendarParts): string {
  const stamped = compact(stamp.getTime(), true);
  const lines = events.flatMap((event, index) => {
    const reading = readEvent(event);
    return reading ? eventLines(event, reading, [`UID:${id}-${index + 1}@patchbay`, `DTSTAMP:${stamped}`]) : [];
  });
  const names = [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`];
  return writeLines(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Patchbay//EN", ...names, ...lines, "END:VCALENDAR"]);
}

function eventLines(event: EventRecord, { start, end, isUtc }: EventReading, headerLines: readonly string[]): string[] {
  const comment = typeof event.comment === "string" ? event.comment : "";
  return [
    "BEGIN:VEVENT",
    ...headerLines,
    `DTSTART:${compact(start, isUtc)}`,
    ...(end === undefined ? [] : [`DTEND:${compact(end, isUtc)}`]),
    ...(typeof event.freq === "string" ? [`RRULE:${ruleOf(event, isUtc)}`] : []),
    ...(comment ? [`SUMMARY:${escapeText(comment)}`] : []),
    "END:VEVENT",
  ];
}

function ruleOf(event: EventRecord, isUtc: boolean): string {
  const until = readMoment(event.until);
  return [
    `FREQ=${String(event.freq).toUpperCase()}`,
    ...(until ? [`UNTIL=${compact(until.time, isUtc)}`] : []),
    ...ruleParts.flatMap(([part, field]) => {
      const value = event[field];
      const isEmpty = value === undefined || value === null || value === "" || value === 0;
      return isEmpty ? [] : [`${part}=${String(value).replaceAll(/\s/g, "")}`];
    }),
  ].join(";");
}

/** `20260105T080000`, with a Z in UTC. */
function compact(time: number, isUtc: boolean): string {
  const text = new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return isUtc ? `${text}Z` : text;
}
