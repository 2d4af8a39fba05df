import { type CalendarFormat, isCalendarRange } from "./calendarRange.ts";
import { readCalendarText } from "./calendarText.ts";
import { isDomainName, isIpv4 } from "./hostName.ts";
import { listItems } from "./listItems.ts";

const like = (pattern: RegExp) => (value: string) => pattern.test(value);
const range = (format: CalendarFormat) => (value: string) => isCalendarRange(format, value);

const weekday = /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/;
const dateTime = (value: string) => /^.{10}[Tt ].{5}:/.test(value) && readCalendarText(value) !== null;

/** A comma-separated list of integers within bounds. Whitespace around commas is ignored. */
const integers = (minimum: number, maximum: number) => (value: string) =>
  listItems(value).every((item) => /^\d{1,3}$/.test(item) && Number(item) >= minimum && Number(item) <= maximum);
/** A list of numbers from 1, or from -1 to count from the end. */
const places = (maximum: number) => (value: string) =>
  listItems(value).every((item) => /^-?[1-9]\d{0,2}$/.test(item) && Math.abs(Number(item)) <= maximum);

/** Formats that a line decides; those that take more have a file each in `formats/`. */
export const plainFormats = {
  /** Bank, country, location, optional branch: 8 or 11 characters, never 9 or 10. */
  bic: like(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i),
  /** An existing day, `YYYY-MM-DD`. */
  date: (value: string) => value.length === 10 && readCalendarText(value) !== null,
  /** RFC 3339, or the platform's own `YYYY-MM-DD HH:MM:SS`, which has no offset. */
  "date-time": dateTime,
  "day-range": range("day-range"),
  /** Characters that a phone dials: digits, star, hash and plus. */
  "dial-string": like(/^[0-9*#+]+$/),
  digits: like(/^[0-9]+$/),
  /** Domain name, a single label included, or IPv4. IPv6 is refused: SIP domains are looked up by name. */
  "domain-or-ip": (value: string) => isDomainName(value) || isIpv4(value),
  /** International number: optional plus, country code first, 15 digits at most. */
  e164: like(/^\+?[1-9][0-9]{1,14}$/),
  /** Machine-readable name. */
  handle: like(/^[A-Za-z0-9_-]+$/),
  /** Name of a SIP or mail header: a token (RFC 3261, 25.1). */
  "header-name": like(/^[A-Za-z0-9.!%*_+`'~-]+$/),
  "hour-list": integers(0, 23),
  "hour-range": range("hour-range"),
  /** Absolute http or https URL. Spaces and control characters are refused, which URL would silently drop. */
  "http-url": (value: string) =>
    value.length <= 2048 && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value),
  /** User part of a SIP URI (RFC 3261): other characters only as %HH. */
  identifier: like(/^(?:[A-Za-z0-9_.!~*'()&=+$,;?/-]|%[0-9A-Fa-f]{2})+$/),
  /** Wall clock time as people type it, `YYYY-MM-DD HH:mm` or with seconds; the zone comes from elsewhere. */
  "local-date-time": (value: string) =>
    /^.{10} [0-9]{2}:[0-9]{2}(?::[0-9]{2})?$/.test(value) && readCalendarText(value) !== null,
  /** MAC address: bare, with colons, with dashes, or in three dotted groups. */
  mac: like(
    /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i,
  ),
  /** Comma-separated minutes or seconds. */
  "minute-list": integers(0, 59),
  "minute-range": range("minute-range"),
  /** Comma-separated days of a month, or from its end. */
  "month-day-list": places(31),
  "month-list": integers(1, 12),
  "month-range": range("month-range"),
  /** A number or what callers are called, with `*`, `?` and `[0-4]` in it: nothing of that has blanks. */
  "number-wildcard": like(/^[^\s\p{Cc}]+$/u),
  /** Put before or after a number: digits, letters and `_` as in `D011`, star and hash, with a plus at most in front. */
  "routing-prefix": like(/^\+?[0-9A-Za-z_*#]+$/),
  /** The value of a line of a SIP or mail header: no line break, nor another control character than a tab. */
  "single-line": (value: string) => value.trim() !== "" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value.replaceAll("\t", "")),
  /** `*001` to `*999`. */
  "star-code": like(/^\*(?!000)[0-9]{3}$/),
  /** Name of a provisioning template, also part of its address. */
  "template-name": like(/^[A-Za-z0-9-](?:[A-Za-z0-9 -]*[A-Za-z0-9-])?$/),
  /** `HH:MM` or `HH:MM:SS`, each part of one or two digits. */
  "time-of-day": like(/^(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9](?::[0-5]?[0-9])?$/),
  /** Older platforms count seconds in 32 bits, which do not last until the end of 2038. */
  timestamp: (value: string) => dateTime(value) && value.slice(0, 4) <= "2037",
  /** Comma-separated weeks of a year, or from its end. */
  "week-list": places(53),
  /** Days as iCalendar writes them, `MO,TU`; a number selects one in the month, `1MO`, or from its end, `-1FR`. */
  "weekday-list": (value: string) => listItems(value).every((item) => weekday.test(item)),
  "weekday-range": range("weekday-range"),
  /** Comma-separated days of a year, or positions in a set, or from the end. */
  "year-day-list": places(366),
  "year-month": like(/^\d{4}-(?:0[1-9]|1[0-2])$/),
  "year-range": range("year-range"),
} as const;
