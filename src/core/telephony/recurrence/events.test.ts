import fc from "fast-check";
import { describe, expect, it } from "vitest";
import de from "../../../../i18n/de/events.json";
import en from "../../../../i18n/en/events.json";
import es from "../../../../i18n/es/events.json";
import fr from "../../../../i18n/fr/events.json";
import it_ from "../../../../i18n/it/events.json";
import ru from "../../../../i18n/ru/events.json";
import { textsFrom } from "../../schema/texts.ts";
import { nextOccurrences } from "./occurrences.ts";
import { type EventRecord, frequencies, readEvent, weekdayCodes, writeMoment } from "./readEvent.ts";
import { describeEvent } from "./sentence.ts";
import { nextOccurrencesOfAll } from "./upcoming.ts";

const languages = { en, de, es, fr, it: it_, ru };
const speakerOf = (locale: keyof typeof languages) => ({
  locale,
  text: textsFrom({ events: languages[locale] }, locale),
});
const inEnglish = (event: EventRecord) => describeEvent(event, speakerOf("en"));
/** Starts of the next occurrences after a wall clock time, as texts. */
function starts(event: EventRecord, from: string, limit: number): string[] {
  const reading = readEvent(event);
  if (!reading) return [];
  const found = nextOccurrences(reading, Date.parse(`${from.replace(" ", "T")}Z`), limit);
  return found.map(({ start }) => writeMoment({ time: start, isUtc: false }).slice(0, 16));
}

const office = { start: "2026-01-05 08:00:00", end: "2026-01-05 17:00:00", freq: "weekly", byday: "MO,TU,WE,TH,FR" };
const at = (time: string, rest: object = {}) => ({ start: `2026-01-05 ${time}`, ...rest });

describe("an event in plain words", () => {
  it.each<[EventRecord, string]>([
    [{ ...office, until: "2027-01-01 00:00:00" }, "every week on Mon to Fri, 08:00 to 17:00, until 2027/01/01"],
    [at("08:00:00"), "2026/01/05, at 08:00"],
    [at("08:00:00", { end: "2026-01-05 17:30:00" }), "2026/01/05, 08:00 to 17:30"],
    [at("00:00:00", { end: "2026-01-08 00:00:00" }), "2026/01/05 to 2026/01/07"],
    [at("08:00:00", { end: "2026-01-08 09:00:00" }), "2026/01/05 08:00 to 2026/01/08 09:00"],
    [at("00:00:00", { end: "2026-01-06 00:00:00", freq: "yearly" }), "every year on January 5, all day"],
    [at("22:00:00", { end: "2026-01-06 06:00:00", freq: "daily" }), "every day, 22:00 to 06:00 the next day"],
    [at("18:00:00", { end: "2026-01-06 00:00:00", freq: "daily" }), "every day, 18:00 to 24:00"],
    [at("08:00:00", { freq: "weekly", interval: 2, count: 3 }), "every 2 weeks on Mon, at 08:00, 3 times"],
    [at("08:00:00", { freq: "monthly", byday: "1MO,-1FR" }), "every month on Mon (no. 1) and Fri (the last), at 08:00"],
    [at("08:00:00", { freq: "monthly", bymonthday: "1,15" }), "every month on days 1 and 15, at 08:00"],
    [at("08:00:00", { freq: "monthly", bymonthday: "15,-1" }), "every month on day 15 and the last day, at 08:00"],
    [
      at("08:00:00", { freq: "yearly", byweekno: "-1,-2" }),
      "every year on Mon, the last week and week 2 from the end, at 08:00",
    ],
    [
      at("08:00:00", { freq: "monthly", byday: "MO,TU,WE,TH,FR", bysetpos: "-1" }),
      "every month on Mon to Fri, of these only the last, at 08:00",
    ],
    [at("08:00:00", { freq: "yearly", bymonth: "6,7,8" }), "every year on day 5, in Jun to Aug, at 08:00"],
    [at("08:00:00", { freq: "daily", byhour: "8,12", byminute: "0" }), "every day, at 08:00 and at 12:00"],
    [at("08:00:00", { freq: "daily", byhour: "8,9,10,11,12" }), "every day, 5 times a day"],
    [
      at("08:00:00", { end: "2026-01-05 08:05:00", freq: "hourly", byhour: "8,9,10" }),
      "every hour, in the hours 8 to 10, from 2026/01/05 08:00, 5 min each",
    ],
    [{ start: "2026-01-05T08:00:00Z" }, "2026/01/05, at 08:00 (UTC)"],
    [{ start: "2026-01-05T08:00:00+01:00" }, "2026/01/05, at 07:00 (UTC)"],
    [{ start: "soon" }, ""],
  ])("%j", (event, sentence) => expect(inEnglish(event)).toBe(sentence));

  it("exists in each language", () => {
    const sentences = (Object.keys(languages) as (keyof typeof languages)[]).map((locale) =>
      describeEvent({ ...office, until: "2027-01-01 00:00:00" }, speakerOf(locale)),
    );
    expect(sentences).toEqual([
      "every week on Mon to Fri, 08:00 to 17:00, until 2027/01/01",
      "jede Woche: Mo bis Fr, 08:00 bis 17:00, bis 2027/01/01",
      "cada semana: lun a vie, 08:00 a 17:00, hasta 2027/01/01",
      "chaque semaine\u00a0: lun. à ven., 08:00 à 17:00, jusqu’au 2027/01/01",
      "ogni settimana: da lun a ven, da 08:00 a 17:00, fino al 2027/01/01",
      "каждую неделю: пн – пт, 08:00 – 17:00, до 2027/01/01",
    ]);
  });
});

describe("the next occurrences", () => {
  it.each<[string, EventRecord, string, string[]]>([
    ["skip what is over", office, "2026-01-09 18:00:00", ["2026-01-12 08:00", "2026-01-13 08:00"]],
    ["begin with what has not ended", office, "2026-01-09 16:00:00", ["2026-01-09 08:00", "2026-01-12 08:00"]],
    [
      "skip months without the day",
      { start: "2026-01-31 08:00:00", freq: "monthly" },
      "2026-02-01 00:00:00",
      ["2026-03-31 08:00", "2026-05-31 08:00"],
    ],
    [
      "count weekdays within the month",
      at("08:00:00", { freq: "monthly", byday: "1MO,-1FR" }),
      "2026-06-01 12:00:00",
      ["2026-06-26 08:00", "2026-07-06 08:00"],
    ],
    [
      "count weekdays within the year",
      at("08:00:00", { freq: "yearly", byday: "20MO" }),
      "2026-01-05 00:00:00",
      ["2026-05-18 08:00", "2027-05-17 08:00"],
    ],
    [
      "number weeks as ISO 8601",
      at("08:00:00", { freq: "yearly", byweekno: "53" }),
      "2026-01-06 00:00:00",
      ["2026-12-28 08:00"],
    ],
    [
      "pick places of a period",
      at("08:00:00", { freq: "monthly", byday: "MO,TU,WE,TH,FR", bysetpos: "1" }),
      "2026-02-01 00:00:00",
      ["2026-02-02 08:00", "2026-03-02 08:00"],
    ],
    [
      "pick places from the end of a period",
      at("08:00:00", { freq: "monthly", byday: "MO,TU,WE,TH,FR", bysetpos: "-1" }),
      "2026-01-06 00:00:00",
      ["2026-01-30 08:00", "2026-02-27 08:00", "2026-03-31 08:00"],
    ],
    [
      "count days from the end of the month",
      at("08:00:00", { freq: "monthly", bymonthday: "-1,-31" }),
      "2026-02-01 00:00:00",
      ["2026-02-28 08:00", "2026-03-01 08:00", "2026-03-31 08:00"],
    ],
    [
      "count days from the end of the year",
      at("08:00:00", { freq: "yearly", byyearday: "-1,-366" }),
      "2027-01-02 00:00:00",
      ["2027-12-31 08:00", "2028-01-01 08:00", "2028-12-31 08:00"],
    ],
    [
      "count weeks from the end of the year",
      at("08:00:00", { freq: "yearly", byweekno: "-1" }),
      "2026-01-06 00:00:00",
      ["2026-12-28 08:00", "2027-12-27 08:00"],
    ],
    [
      "stop after their count",
      at("08:00:00", { freq: "daily", count: 3 }),
      "2026-01-06 12:00:00",
      ["2026-01-07 08:00"],
    ],
    [
      "stop at their end",
      at("08:00:00", { freq: "daily", until: "2026-01-07 08:00:00" }),
      "2026-01-06 00:00:00",
      ["2026-01-06 08:00", "2026-01-07 08:00"],
    ],
    [
      "keep to their interval",
      at("08:00:00", { freq: "weekly", interval: 3 }),
      "2031-01-01 00:00:00",
      ["2031-01-06 08:00", "2031-01-27 08:00"],
    ],
    [
      "step through the hours of matching days",
      at("08:00:00", { freq: "hourly", interval: 6, byday: "WE" }),
      "2026-01-05 00:00:00",
      ["2026-01-07 02:00", "2026-01-07 08:00"],
    ],
    [
      "are empty for a day that never comes",
      { start: "2026-02-01 08:00:00", freq: "yearly", bymonth: "2", bymonthday: "31" },
      "2026-01-01 00:00:00",
      [],
    ],
    [
      "are empty beyond the calendar",
      at("08:00:00", { freq: "daily", interval: 2_147_483_647 }),
      "2026-01-06 00:00:00",
      [],
    ],
  ])("%s", (_, event, from, wanted) => expect(starts(event, from, wanted.length || 1)).toEqual(wanted));

  it("of several events are in order", () => {
    const clocks = { wall: Date.UTC(2026, 0, 5), utc: Date.UTC(2026, 0, 5) };
    const found = nextOccurrencesOfAll(
      [at("12:00:00", { freq: "daily" }), at("08:00:00", { freq: "daily" })],
      clocks,
      3,
    );
    expect(found.map(({ start }) => new Date(start).toISOString().slice(8, 16))).toEqual([
      "05T08:00",
      "05T12:00",
      "06T08:00",
    ]);
  });
});

/** Any event that the rules accept. */
const someNumbers = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 }).map((list) => list.join(","));
const anyEvent: fc.Arbitrary<EventRecord> = fc
  .record(
    {
      start: fc.date({
        min: new Date("2020-01-01T00:00:00Z"),
        max: new Date("2030-01-01T00:00:00Z"),
        noInvalidDate: true,
      }),
      hours: fc.integer({ min: 1, max: 60 }),
      freq: fc.constantFrom(...frequencies),
      interval: fc.integer({ min: 1, max: 5 }),
      count: fc.integer({ min: 1, max: 50 }),
      byday: fc.uniqueArray(fc.constantFrom(...weekdayCodes), { minLength: 1 }).map((days) => days.join(",")),
      byhour: someNumbers(0, 23),
      byminute: someNumbers(0, 59),
      bymonthday: someNumbers(1, 31),
      bymonth: someNumbers(1, 12),
      byyearday: someNumbers(1, 366),
      bysetpos: someNumbers(1, 5),
    },
    { requiredKeys: ["start"] },
  )
  .map(({ start, hours, ...rest }) => {
    const time = Math.floor(start.getTime() / 1000) * 1000;
    const end = hours && writeMoment({ time: time + hours * 3_600_000, isUtc: false });
    return { start: writeMoment({ time, isUtc: false }), ...(end ? { end } : {}), ...rest };
  });

describe("any event", () => {
  it("has a complete sentence in every language", () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom("en", "de", "es", "fr", "it", "ru"), (event, locale) => {
        const sentence = describeEvent(event, speakerOf(locale));
        expect(sentence).not.toBe("");
        expect(sentence).not.toMatch(/events\.|%\{|undefined|NaN|, ,|Invalid/);
      }),
    );
  });

  it("occurs on its weekdays, in its months and hours, in order, at most `count` times", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const reading = readEvent(event);
        const found = reading ? nextOccurrences(reading, reading.start, 60) : [];
        const among = (list: unknown, value: string | number) =>
          typeof list !== "string" || list.split(",").includes(String(value));
        let before = Number.NEGATIVE_INFINITY;
        for (const { start } of found) {
          const date = new Date(start);
          expect(start).toBeGreaterThan(before);
          before = start;
          if (event.freq === undefined) continue;
          expect(among(event.byday, weekdayCodes[(date.getUTCDay() + 6) % 7] ?? "")).toBe(true);
          expect(among(event.bymonth, date.getUTCMonth() + 1)).toBe(true);
          expect(among(event.bymonthday, date.getUTCDate())).toBe(true);
          expect(among(event.byhour, date.getUTCHours())).toBe(true);
        }
        if (typeof event.count === "number" && event.freq) expect(found.length).toBeLessThanOrEqual(event.count);
      }),
      { numRuns: 60 },
    );
  });
});
