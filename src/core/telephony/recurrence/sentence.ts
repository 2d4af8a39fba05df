import type { Texts } from "../../schema/texts.ts";
import { monthName, weekdayName, weekdayOf } from "../../values/calendarNames.ts";
import { formatDate, formatDateTime, formatTimeOfDay } from "../../values/dateTime.ts";
import { formatDuration } from "../../values/duration.ts";
import { timesOfDay } from "./occurrences.ts";
import { type EventReading, type EventRecord, type Recurrence, readEvent, type Weekday } from "./readEvent.ts";

/** Texts and locale of a sentence: `text` looks up keys of `i18n/<language>/events.json`. */
export interface Speaker {
  readonly locale: string;
  readonly text: Texts;
}

const DAY = 86_400_000;
/** More times of day than this are counted instead of listed. */
const MAX_LISTED_TIMES = 4;

/** An event in plain words: "every week on Mon to Fri, 08:00 to 17:00, until 2027/01/01". Empty without a start. */
export function describeEvent(event: EventRecord, speaker: Speaker): string {
  const reading = readEvent(event);
  if (!reading) return "";
  const { recurrence } = reading;
  const parts = recurrence ? recurring(reading, recurrence, speaker) : once(reading, speaker);
  const sentence = parts.filter(Boolean).join(", ");
  return reading.isUtc ? speaker.text("events.utc", { sentence }) : sentence;
}

/** One occurrence, as shown in lists of the next ones. */
export function describeOccurrence(occurrence: Pick<EventReading, "start" | "end">, speaker: Speaker): string {
  const day = weekdayName(weekdayOf(occurrence.start), speaker.locale, "short");
  return `${day} ${once(occurrence, speaker).join(", ")}`;
}

function once({ start, end }: Pick<EventReading, "start" | "end">, speaker: Speaker): string[] {
  const isWithinDay = end === undefined || end - floorDay(start) <= DAY;
  if (isWithinDay) return [dateOf(start), timeText(start - floorDay(start), end && end - start, speaker)];
  if (isMidnight(start) && isMidnight(end)) {
    return [speaker.text("events.range", { from: dateOf(start), to: dateOf(end - DAY) })];
  }
  return [speaker.text("events.range", { from: momentOf(start), to: momentOf(end) })];
}

function recurring(reading: EventReading, rule: Recurrence, speaker: Speaker): string[] {
  const { text } = speaker;
  const every =
    rule.interval === 1
      ? text(`events.each.${rule.freq}`)
      : text(`events.every.${rule.freq}`, { smart_count: rule.interval });
  const on = onDays(reading.start, rule, speaker).join(", ");
  return [
    on ? text("events.everyOn", { every, on }) : every,
    placesText("places", rule.bysetpos, speaker),
    ...(isClock(rule) ? clockTexts(reading, rule, speaker) : [dayTimes(reading, rule, speaker)]),
    rule.until === undefined ? "" : text("events.until", { date: untilText(rule.until) }),
    rule.count === undefined ? "" : timesText(rule.count, speaker),
  ];
}

function timesText(count: number, { text }: Speaker): string {
  return count === 1 ? text("events.once") : text("events.times", { smart_count: count });
}

/** The days, unless the frequency implies them. */
function onDays(start: number, rule: Recurrence, speaker: Speaker): string[] {
  const { freq, byday, bymonthday, byyearday, byweekno, bymonth } = rule;
  const { text } = speaker;
  const isOpen = byday.length + bymonthday.length + byyearday.length === 0;
  const likeStart = (): string => {
    if (!isOpen || isClock(rule) || freq === "daily") return "";
    if (freq === "weekly" || byweekno.length > 0) return weekdaysText([{ day: weekdayOf(start) }], speaker);
    const isDate = freq === "yearly" && bymonth.length === 0;
    if (isDate) return dayOfYear(start, speaker);
    return text("events.monthDays", { days: String(new Date(start).getUTCDate()), smart_count: 1 });
  };
  return [
    likeStart(),
    byday.length > 0 ? weekdaysText(byday, speaker) : "",
    placesText("monthDays", bymonthday, speaker),
    placesText("yearDays", byyearday, speaker),
    placesText("weeks", byweekno, speaker),
    bymonth.length > 0 ? text("events.months", { months: monthsText(bymonth, speaker) }) : "",
  ].filter(Boolean);
}

/** Days, weeks or places: "days 1 and 15", "the last day"; negative numbers count from the end. */
function placesText(key: string, list: readonly number[], speaker: Speaker): string {
  const ahead = list.filter((number) => number > 0);
  const back = list.filter((number) => number < 0).reverse();
  const days = numbersText(ahead, speaker);
  return listText(
    [
      ...(ahead.length > 0 ? [speaker.text(`events.${key}`, { days, smart_count: ahead.length })] : []),
      ...back.map((number) => speaker.text(`events.${key}${number === -1 ? "Last" : "NthLast"}`, { number: -number })),
    ],
    speaker,
  );
}

/** Times of day of a rule that steps through days. */
function dayTimes({ start, end }: EventReading, rule: Recurrence, speaker: Speaker): string {
  const times = timesOfDay(rule, start);
  const length = end && end - start;
  if (times.length > MAX_LISTED_TIMES) return speaker.text("events.timesOfDay", { smart_count: times.length });
  return listText(
    times.map((time) => timeText(time, length, speaker)),
    speaker,
  );
}

/** Restrictions of a rule that steps through hours, minutes or seconds, with its start and duration. */
function clockTexts({ start, end }: EventReading, rule: Recurrence, speaker: Speaker): string[] {
  const { text, locale } = speaker;
  const list = (key: string, numbers: readonly number[]) =>
    numbers.length > 0 ? text(`events.${key}`, { list: numbersText(numbers, speaker) }) : "";
  return [
    list("hours", rule.byhour),
    list("minutes", rule.byminute),
    list("seconds", rule.bysecond),
    text("events.from", { date: momentOf(start) }),
    end === undefined ? "" : text("events.lasting", { duration: formatDuration((end - start) / 1000, locale) }),
  ];
}

/** `time` in milliseconds from midnight; without a length it is a moment. */
function timeText(time: number, length: number | undefined, { text }: Speaker): string {
  const from = clock(time);
  if (length === undefined) return text("events.at", { time: from });
  if (time === 0 && length === DAY) return text("events.wholeDay");
  if (time === 0 && length % DAY === 0) return text("events.wholeDays", { smart_count: length / DAY });
  const days = Math.floor((time + length) / DAY);
  const to = clock((time + length) % DAY);
  // Midnight at the end of a day belongs to it.
  if (days === 0 || (days === 1 && to === "00:00")) return text("events.range", { from, to: days ? "24:00" : to });
  return days === 1 ? text("events.nextDay", { from, to }) : text("events.daysLater", { from, to, smart_count: days });
}

function weekdaysText(weekdays: readonly Weekday[], speaker: Speaker): string {
  const name = (day: number) => weekdayName(day, speaker.locale, "short");
  const uncounted = weekdays.filter(({ nth }) => nth === undefined).map(({ day }) => day);
  const counted = weekdays.flatMap(({ day, nth }) => {
    if (nth === undefined) return [];
    const key = nth > 0 ? "nth" : nth === -1 ? "last" : "nthLast";
    return [speaker.text(`events.${key}`, { day: name(day), number: Math.abs(nth) })];
  });
  return listText([...runsText([...new Set(uncounted)].sort(), name, speaker), ...counted], speaker);
}

function monthsText(months: readonly number[], speaker: Speaker): string {
  const name = (month: number) => monthName(month, speaker.locale, "short");
  return listText(runsText(months, name, speaker), speaker);
}

function numbersText(numbers: readonly number[], speaker: Speaker): string {
  return listText(runsText(numbers, String, speaker), speaker);
}

/** Runs of three and more are shortened to the first and the last. */
function runsText(numbers: readonly number[], name: (value: number) => string, { text }: Speaker): string[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) =>
    run.length > 2 ? [text("events.range", { from: name(run[0] ?? 0), to: name(run.at(-1) ?? 0) })] : run.map(name),
  );
}

function listText(items: readonly string[], { locale }: Speaker): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}

/** A day of every year, in words: it has no year to write it with. */
function dayOfYear(time: number, { locale }: Speaker): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" }).format(time);
}

function isClock({ freq }: Recurrence): boolean {
  return freq === "hourly" || freq === "minutely" || freq === "secondly";
}

function untilText(time: number): string {
  return isMidnight(time) || time % DAY === DAY - 1000 ? dateOf(time) : momentOf(time);
}

function floorDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

function isMidnight(time: number): boolean {
  return time % DAY === 0;
}

function dateOf(time: number): string {
  return formatDate(new Date(time), "UTC");
}

function momentOf(time: number): string {
  return formatDateTime(new Date(time), "UTC");
}

function clock(time: number): string {
  return formatTimeOfDay(time / 1000);
}
