import { isValid as isZone } from "../../validation/formats/timezone-name.ts";
import { toInstant, wallTime } from "../../values/dateTime.ts";
import { nextOccurrences } from "../recurrence/occurrences.ts";
import { type EventReading, type EventRecord, readEvent, readMoment, writeMoment } from "../recurrence/readEvent.ts";
import { type ContentLine, readLines, unescapeText } from "./lines.ts";
import { ruleParts } from "./ruleParts.ts";

export type CalendarEvent = Record<string, string | number>;

/** Why a file cannot be read, and at which line; line 0 is the whole file. */
export interface CalendarFault {
  readonly line: number;
  readonly text: string;
}

export type ParsedCalendar =
  | { readonly name: string | undefined; readonly events: readonly CalendarEvent[] }
  | { readonly fault: CalendarFault };

/** Exceptions to single occurrences: dropping them would change what the calendar means. */
const exceptions = ["EXDATE", "EXRULE", "RDATE", "RECURRENCE-ID"];
const DAY = 86_400_000;

class Unreadable extends Error {
  constructor(readonly fault: CalendarFault) {
    super(fault.text);
  }
}

/** The IANA name of a zone that the file names otherwise and does not describe; undefined: unknown. */
export type ZoneNames = (name: string) => string | undefined;

/** Parses a file; the names that Windows has for zones, by CLDR, are loaded for files that have such. */
export async function importCalendar(text: string): Promise<ParsedCalendar> {
  if (!/TZID="?[^":;]* Time\b/i.test(text)) return parseCalendar(text);
  const { findIana } = await import("windows-iana");
  return parseCalendar(text, (name) => findIana(name)[0]);
}

/**
 * Parses the events of an iCalendar file. What a record cannot hold, such as alarms and guests, is ignored; what would
 * change when an event occurs is refused. Times in a zone become wall clock times of that zone.
 */
export function parseCalendar(text: string, zoneNames: ZoneNames = () => undefined): ParsedCalendar {
  try {
    return readCalendar(text, zoneNames);
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault };
    throw error;
  }
}

function readCalendar(text: string, zoneNames: ZoneNames): Extract<ParsedCalendar, { events: unknown }> {
  const names: Record<string, string> = {};
  const events: ContentLine[][] = [];
  const zones = new Map<string, (Observance | null)[]>();
  let zone = "";
  let observances: (Observance | null)[] = [];
  const open: string[] = [];
  let componentLines: ContentLine[] = [];
  for (const contentLine of readLines(text)) {
    if (contentLine.name === undefined) throw unreadableLine({ line: open.length > 0 ? contentLine.line : 0 }, "");
    const { name, value } = contentLine;
    if (open.length === 0 && !(name === "BEGIN" && value === "VCALENDAR")) throw unreadableLine({ line: 0 }, "");
    const inside = open.join("/");
    if (name === "BEGIN") {
      open.push(value.toUpperCase());
      if (/^(?:VEVENT|STANDARD|DAYLIGHT)$/i.test(value)) componentLines = [];
      if (value.toUpperCase() === "VTIMEZONE") [zone, observances] = ["", []];
    } else if (name === "END") {
      if (open.pop() !== value.toUpperCase()) throw unreadableLine(contentLine, `END:${value}`);
      if (inside === "VCALENDAR/VEVENT") events.push(componentLines);
      else if (inside.startsWith("VCALENDAR/VTIMEZONE/")) observances.push(readObservance(componentLines));
      else if (inside === "VCALENDAR/VTIMEZONE") zones.set(zone, observances);
    } else if (inside === "VCALENDAR/VEVENT" || inside.startsWith("VCALENDAR/VTIMEZONE/"))
      componentLines.push(contentLine);
    else if (inside === "VCALENDAR/VTIMEZONE") zone = name === "TZID" ? value : zone;
    else if (inside === "VCALENDAR") names[name] = unescapeText(value).trim();
  }
  if (open.length > 0 || events.length + Object.keys(names).length === 0) throw unreadableLine({ line: 0 }, "");
  const clockOf: Clocks = ({ line, params: { TZID: name } }) => {
    if (name === undefined) return undefined;
    const clock = namedClock(name) ?? describedClock(zones.get(name) ?? []) ?? namedClock(zoneNames(name));
    if (!clock) throw unreadableLine({ line }, `TZID=${name}`);
    return clock;
  };
  const read = events.map((lines) => readEventLines(lines, clockOf));
  return { name: names.NAME || names["X-WR-CALNAME"] || undefined, events: read };
}

/** The clock of a line's zone; undefined: it has none. Throws for a zone that nobody knows. */
type Clocks = (line: ContentLine) => ZoneClock | undefined;

/** Null: it says more than a rule, or cannot be read. */
function readObservance(lines: readonly ContentLine[]): Observance | null {
  const byName = new Map(lines.map((line) => [line.name, line]));
  const [start, rule] = [byName.get("DTSTART"), byName.get("RRULE")];
  const [before, after] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) => readOffset(byName.get(name)?.value ?? ""));
  if (!start || before === undefined || after === undefined || byName.has("RDATE")) return null;
  try {
    const from = readTime(start);
    return {
      event: { start: writeMoment(from), ...(rule ? readRule(rule, start, () => undefined) : {}) },
      before,
      after,
    };
  } catch (error) {
    // Only a file that needs this zone is refused, where it does.
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** `+0130`, in milliseconds. */
function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim()) ?? [];
  const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === undefined ? undefined : sign === "-" ? -length : length;
}

function readEventLines(lines: readonly ContentLine[], clockOf: Clocks): CalendarEvent {
  const byName = new Map(lines.map((line) => [line.name, line]));
  for (const line of lines) if (exceptions.includes(line.name)) throw unreadableLine(line, line.name);
  const start = byName.get("DTSTART");
  if (!start) throw unreadableLine(lines[0] ?? { line: 0 }, "DTSTART");
  const from = readTime(start);
  const end = readEnd(byName, start, clockOf);
  const rules = lines.filter(({ name }) => name === "RRULE");
  if (rules[1]) throw unreadableLine(rules[1], "RRULE");
  const comment = byName.get("SUMMARY") ?? byName.get("COMMENT");
  return {
    start: writeMoment(from),
    ...(end === undefined ? {} : { end: writeMoment({ ...from, time: end }) }),
    ...(rules[0] ? readRule(rules[0], start, clockOf) : {}),
    ...(comment?.value.trim() ? { comment: unescapeText(comment.value).trim() } : {}),
  };
}

interface Time {
  readonly time: number;
  readonly isUtc: boolean;
  readonly isDate: boolean;
}

/** On the clock of the start, whatever its own. A date without a time lasts until the end of that day. */
function readEnd(byName: ReadonlyMap<string, ContentLine>, start: ContentLine, clockOf: Clocks): number | undefined {
  const end = byName.get("DTEND");
  const from = readTime(start);
  if (end) {
    const to = readTime(end);
    if (to.isUtc === from.isUtc && end.params.TZID === start.params.TZID) return to.time;
    // A clock without a zone cannot be compared with others.
    const endClock = clockOf(end);
    if (!(to.isUtc || endClock) || !(from.isUtc || clockOf(start))) throw unreadableLine(end, end.value);
    const utc = to.isUtc || !endClock ? to.time : endClock.toUtc(to.time);
    return from.isUtc ? utc : (clockOf(start)?.toWall(utc) ?? utc);
  }
  const duration = byName.get("DURATION");
  if (duration) return from.time + readDuration(duration);
  return from.isDate ? from.time + DAY : undefined;
}

function readTime({ value, line }: Pick<ContentLine, "value" | "line">): Time {
  const [all, date, clock, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(value.trim()) ?? [];
  const text = `${date?.replace(/(....)(..)(..)/, "$1-$2-$3")} ${(clock ?? "000000").replace(/(..)(..)(..)/, "$1:$2:$3")}`;
  const read = readMoment(text);
  if (all === undefined || !read) throw unreadableLine({ line }, value);
  return { time: read.time, isUtc: utc !== undefined, isDate: clock === undefined };
}

function readDuration({ value, line }: ContentLine): number {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(value.trim()) ?? [];
  if (all === undefined) throw unreadableLine({ line }, value);
  const clock = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (Number(weeks) * 7 + Number(days)) * DAY + clock * 1000;
}

function readRule(line: ContentLine, start: ContentLine, clockOf: Clocks): CalendarEvent {
  const rule: CalendarEvent = {};
  const parts = line.value.split(";").map((part) => part.split("=", 2) as [string, string?]);
  for (const [name, value = ""] of parts) {
    const part = name.trim().toUpperCase();
    const field = ruleParts.find(([name]) => name === part)?.[1];
    if (part === "FREQ") rule.freq = value.toLowerCase();
    else if (part === "UNTIL") rule.until = readUntil({ ...line, value }, start, clockOf);
    else if (field === "count" || field === "interval") rule[field] = Number(value);
    else if (field) rule[field] = value.toUpperCase().replaceAll("+", "");
    // Weeks start on Monday here; another start only matters to rules that skip or number weeks.
    else if (part !== "WKST" || (value !== "MO" && /INTERVAL=(?!1(?:;|$))|BYWEEKNO/.test(line.value))) {
      throw unreadableLine(line, `${name}=${value}`);
    }
  }
  if (rule.freq === undefined) throw unreadableLine(line, line.value);
  return rule;
}

/** On the clock of the start: UTC is converted to wall clock time of its zone; a date includes its whole day. */
function readUntil(until: ContentLine, start: ContentLine, clockOf: Clocks): string {
  const { time, isUtc, isDate } = readTime(until);
  const from = readTime(start);
  if (isDate) return writeMoment({ time: from.isDate ? time : time + DAY - 1000, isUtc: from.isUtc });
  const clock = isUtc && !from.isUtc ? clockOf({ ...start, line: until.line }) : undefined;
  return writeMoment({ time: clock?.toWall(time) ?? time, isUtc: from.isUtc });
}

function unreadableLine({ line }: { readonly line: number }, text: string): Unreadable {
  return new Unreadable({ line, text });
}

/** Converts between the clock of a zone and UTC; both are milliseconds as if they were UTC. */
interface ZoneClock {
  toWall(utc: number): number;
  toUtc(wall: number): number;
}

/** A part of a VTIMEZONE: from when on clocks are how far ahead, and how far they were before. */
interface Observance {
  readonly event: EventRecord;
  /** Milliseconds ahead of UTC. */
  readonly before: number;
  readonly after: number;
}

const DAY_MS = 86_400_000;
/** Longer than from one onset of a yearly rule to the next. */
const YEAR = 400 * DAY_MS;

/** The clock of a zone by its IANA name; undefined: there is no such zone. */
function namedClock(name: string | undefined): ZoneClock | undefined {
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
function describedClock(observances: readonly (Observance | null)[]): ZoneClock | undefined {
  const readable = observances.flatMap((observance) => {
    const reading = observance && readEvent(observance.event);
    return observance && reading ? [{ ...observance, reading }] : [];
  });
  const [first] = [...readable].sort((a, b) => a.reading.start - b.reading.start);
  if (!first || readable.length < observances.length) return undefined;
  const offsetAt = (utc: number) => {
    let latest = { onset: Number.NEGATIVE_INFINITY, offset: first.before };
    for (const { reading, before, after } of readable) {
      const onset = lastOnset(reading, utc + before) - before;
      if (onset > latest.onset) latest = { onset, offset: after };
    }
    return latest.offset;
  };
  return {
    toWall: (utc) => utc + offsetAt(utc),
    toUtc(wall) {
      const candidates = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near));
      const hits = candidates.filter((utc) => utc + offsetAt(utc) === wall);
      return hits.length > 0 ? Math.min(...hits) : (candidates[0] ?? wall);
    },
  };
}

/** The last onset until a moment of the clock before it; minus infinity: there was none yet. */
function lastOnset(reading: EventReading, moment: number): number {
  const onsets = nextOccurrences(reading, moment - YEAR, 20).map(({ start }) => start);
  const last = onsets.filter((start) => start <= moment).at(-1);
  // A rule that has ended leaves clocks as they are.
  if (last !== undefined) return last;
  return reading.start <= moment ? reading.start : Number.NEGATIVE_INFINITY;
}
