import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextOccurrences } from "../recurrence/occurrences.ts";
import { type EventRecord, frequencies, readEvent, weekdayCodes, writeMoment } from "../recurrence/readEvent.ts";
import { importCalendar, parseCalendar } from "./parseCalendar.ts";
import { writeCalendar } from "./writeCalendar.ts";

const stamp = new Date("2026-01-01T00:00:00Z");
const write = (events: readonly EventRecord[], name = "office") =>
  writeCalendar({ name, events, id: "timesets-7", stamp });

/** A file with these lines in its only event. */
const fileOf = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
const eventOf = (...lines: string[]) => {
  const parsed = parseCalendar(fileOf(...lines));
  return "events" in parsed ? parsed.events[0] : parsed.fault;
};

describe("writing a calendar", () => {
  it("follows RFC 5545", () => {
    const event = {
      start: "2026-01-05 08:00:00",
      end: "2026-01-05 17:00:00",
      freq: "weekly",
      byday: "MO, TU",
      until: "2027-01-01 00:00:00",
      comment: "open; or not,\nwho knows",
    };
    expect(write([event]).split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Patchbay//EN",
      "NAME:office",
      "X-WR-CALNAME:office",
      "BEGIN:VEVENT",
      "UID:timesets-7-1@patchbay",
      "DTSTAMP:20260101T000000Z",
      "DTSTART:20260105T080000",
      "DTEND:20260105T170000",
      "RRULE:FREQ=WEEKLY;UNTIL=20270101T000000;BYDAY=MO,TU",
      "SUMMARY:open\\; or not\\,\\nwho knows",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  it("folds lines at 75 octets without splitting characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 80, maxLength: 200 }), (name) => {
        const text = write([], name);
        for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(text.isWellFormed()).toBe(name.isWellFormed());
      }),
    );
  });
});

describe("reading a calendar", () => {
  it("keeps the wall clock of a zone, and UTC as such", () => {
    expect(eventOf("DTSTART;TZID=Europe/Vienna:20260705T080000", "RRULE:FREQ=DAILY;UNTIL=20260710T060000Z")).toEqual({
      start: "2026-07-05 08:00:00",
      freq: "daily",
      until: "2026-07-10 08:00:00",
    });
    expect(eventOf("DTSTART:20260705T080000Z", "DTEND:20260705T090000Z")).toEqual({
      start: "2026-07-05T08:00:00Z",
      end: "2026-07-05T09:00:00Z",
    });
  });

  it("reads an end on its own clock, not on that of the start", () => {
    const end = (...lines: string[]) => (eventOf(...lines) as { end?: string }).end;
    expect(end("DTSTART;TZID=Europe/Vienna:20260105T080000", "DTEND:20260105T160000Z")).toBe("2026-01-05 17:00:00");
    expect(end("DTSTART:20260105T080000Z", "DTEND;TZID=Europe/Vienna:20260105T160000")).toBe("2026-01-05T15:00:00Z");
    expect(end("DTSTART;TZID=Europe/Vienna:20260105T080000", "DTEND;TZID=America/New_York:20260105T080000")).toBe(
      "2026-01-05 14:00:00",
    );
    expect(eventOf("DTSTART:20260105T080000", "DTEND:20260105T160000Z")).toEqual({ line: 5, text: "20260105T160000Z" });
  });

  it("knows the zones of Windows, and those that a file describes; others only where they do not matter", async () => {
    const rule = "RRULE:FREQ=WEEKLY;UNTIL=20260330T060000Z;BYDAY=MO";
    const shift = (zone: string) =>
      fileOf(`DTSTART;TZID=${zone}:20260105T080000`, `DTEND;TZID=${zone}:20260105T170000`, rule);
    expect(await importCalendar(shift("W. Europe Standard Time"))).toMatchObject({
      events: [{ start: "2026-01-05 08:00:00", end: "2026-01-05 17:00:00", until: "2026-03-30 08:00:00" }],
    });
    const read = await importCalendar(shift("W. Europe Standard Time"));
    const event = readEvent(("events" in read && read.events[0]) || {});
    const last = event && nextOccurrences(event, 0, 100).at(-1);
    expect(last && writeMoment({ time: last.start, isUtc: false })).toBe("2026-03-30 08:00:00");
    expect(await importCalendar(shift("Our Time"))).toEqual({ fault: { line: 6, text: "TZID=Our Time" } });
    expect(await importCalendar(shift("Our Time").replace(`${rule}\r\n`, ""))).toMatchObject({ events: [{}] });
    const part = (kind: string, from: string, to: string, byday: string, month: number) => [
      `BEGIN:${kind}`,
      "DTSTART:16010101T020000",
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYDAY=${byday};BYMONTH=${month}`,
      `END:${kind}`,
    ];
    const described = [
      ...["BEGIN:VTIMEZONE", "TZID:Our Time"],
      ...part("STANDARD", "+0200", "+0100", "-1SU", 10),
      ...part("DAYLIGHT", "+0100", "+0200", "-1SU", 3),
      "END:VTIMEZONE",
    ].join("\r\n");
    const own = (until: string) =>
      importCalendar(
        shift("Our Time").replace("BEGIN:VEVENT", `${described}\r\nBEGIN:VEVENT`).replace("20260330T060000Z", until),
      );
    expect(await own("20260330T060000Z")).toMatchObject({ events: [{ until: "2026-03-30 08:00:00" }] });
    expect(await own("20261026T060000Z")).toMatchObject({ events: [{ until: "2026-10-26 07:00:00" }] });
  });

  it("takes what counts from the end of a period", () => {
    expect(eventOf("DTSTART:20260130T080000", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")).toEqual({
      start: "2026-01-30 08:00:00",
      freq: "monthly",
      byday: "MO,TU,WE,TH,FR",
      bysetpos: "-1",
    });
  });

  it("takes days, durations, folded lines and bare line feeds", () => {
    expect(eventOf("DTSTART;VALUE=DATE:20261224", "RRULE:FREQ=YEARLY")).toEqual({
      start: "2026-12-24 00:00:00",
      end: "2026-12-25 00:00:00",
      freq: "yearly",
    });
    expect(eventOf("DTSTART:20260705T080000", "DURATION:P1DT2H30M")).toEqual({
      start: "2026-07-05 08:00:00",
      end: "2026-07-06 10:30:00",
    });
    const folded = parseCalendar(
      fileOf("DTSTART:20260705T0", " 80000", 'SUMMARY;X="a:b;c":one', "\t two").replaceAll("\r\n", "\n"),
    );
    expect(folded).toMatchObject({ events: [{ start: "2026-07-05 08:00:00", comment: "one two" }] });
  });

  it("ignores alarms, zones and guests, and reads the name", () => {
    const text = [
      "BEGIN:VCALENDAR",
      "X-WR-CALNAME:Holidays\\, all",
      "BEGIN:VTIMEZONE",
      "TZID:X",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "DTSTART:20260705T080000",
      "ATTENDEE:mailto:a@example.org",
      "BEGIN:VALARM",
      "TRIGGER:-PT5M",
      "END:VALARM",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(parseCalendar(text)).toEqual({ name: "Holidays, all", events: [{ start: "2026-07-05 08:00:00" }] });
  });

  it.each([
    ["a page", "<html></html>", { line: 0, text: "" }],
    ["nothing", "", { line: 0, text: "" }],
    ["one that breaks off", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260705T080000", { line: 0, text: "" }],
    ["a day that does not exist", fileOf("DTSTART:20260231T080000"), { line: 4, text: "20260231T080000" }],
    ["an event without a start", fileOf("SUMMARY:x"), { line: 4, text: "DTSTART" }],
    [
      "exceptions, which would be lost",
      fileOf("DTSTART:20260705T080000", "EXDATE:20260706T080000"),
      { line: 5, text: "EXDATE" },
    ],
    [
      "a rule with unknown parts",
      fileOf("DTSTART:20260705T080000", "RRULE:FREQ=DAILY;BYEASTER=1"),
      { line: 5, text: "BYEASTER=1" },
    ],
    [
      "weeks of another begin",
      fileOf("DTSTART:20260705T080000", "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU"),
      { line: 5, text: "WKST=SU" },
    ],
    ["a line that is none", fileOf("DTSTART:20260705T080000", "nonsense"), { line: 5, text: "" }],
  ])("is refused with its line: %s", (_, text, fault) => expect(parseCalendar(text)).toEqual({ fault }));

  it("throws nothing else, whatever the input", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "BEGIN:VCALENDAR",
        "BEGIN:VEVENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "DTSTART:20260705T080000",
        "RRULE:FREQ=DAILY",
        "DURATION:P",
      ),
      fc.string(),
    );
    fc.assert(fc.property(fc.array(line), (lines) => void parseCalendar(lines.join("\r\n"))));
  });
});

const numbers = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 }).map((list) => list.join(","));
const moment = (isUtc: boolean) =>
  fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => writeMoment({ time: seconds * 1000, isUtc }));
const anyEvent = fc.boolean().chain((isUtc) =>
  fc
    .record(
      {
        start: moment(isUtc),
        end: moment(isUtc),
        comment: fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 120 })
          .map((text) => text.replaceAll(/\r\n?/g, "\n").trim())
          .filter(Boolean),
        rule: fc.record(
          {
            freq: fc.constantFrom(...frequencies),
            interval: fc.integer({ min: 1, max: 99 }),
            count: fc.integer({ min: 1, max: 99 }),
            until: moment(isUtc),
            byday: fc.uniqueArray(fc.constantFrom(...weekdayCodes, "1MO", "-1FR"), { minLength: 1 }).map(String),
            bymonthday: numbers(1, 31),
            byhour: numbers(0, 23),
            bysetpos: numbers(1, 366),
          },
          { requiredKeys: ["freq"] },
        ),
      },
      { requiredKeys: ["start"] },
    )
    .map(({ rule, ...event }) => ({ ...event, ...rule })),
);

it("reads back what it wrote", () => {
  const names = fc.string({ unit: "grapheme", maxLength: 90 }).map((text) => text.replaceAll(/\r\n?/g, "\n").trim());
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 5 }), names, (events, name) => {
      expect(parseCalendar(write(events, name))).toEqual({ name: name || undefined, events });
    }),
  );
});
