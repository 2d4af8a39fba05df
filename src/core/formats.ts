import type { FormatName } from "./formatNames.ts";
import { isValid as bic } from "./formats/bic.ts";
import { isValid as callDestination } from "./formats/call-destination.ts";
import { isValid as date } from "./formats/date.ts";
import { isValid as dateTime } from "./formats/date-time.ts";
import { isValid as dayRange } from "./formats/day-range.ts";
import { isValid as dialString } from "./formats/dial-string.ts";
import { isValid as digits } from "./formats/digits.ts";
import { isValid as domainOrIp } from "./formats/domain-or-ip.ts";
import { isValid as e164 } from "./formats/e164.ts";
import { isValid as email } from "./formats/email.ts";
import { isValid as emailListComma } from "./formats/email-list-comma.ts";
import { isValid as emailOrPlaceholder } from "./formats/email-or-placeholder.ts";
import { isValid as handle } from "./formats/handle.ts";
import { isValid as headerName } from "./formats/header-name.ts";
import { isValid as hexColour } from "./formats/hex-colour.ts";
import { isValid as hourList } from "./formats/hour-list.ts";
import { isValid as hourRange } from "./formats/hour-range.ts";
import { isValid as httpUrl } from "./formats/http-url.ts";
import { isValid as iban } from "./formats/iban.ts";
import { isValid as identifier } from "./formats/identifier.ts";
import { isValid as ip } from "./formats/ip.ts";
import { isValid as ipOrCidr } from "./formats/ip-or-cidr.ts";
import { isValid as iso3166Alpha2 } from "./formats/iso-3166-alpha2.ts";
import { isValid as localDateTime } from "./formats/local-date-time.ts";
import { isValid as mac } from "./formats/mac.ts";
import { isValid as minuteList } from "./formats/minute-list.ts";
import { isValid as minuteRange } from "./formats/minute-range.ts";
import { isValid as monthDayList } from "./formats/month-day-list.ts";
import { isValid as monthList } from "./formats/month-list.ts";
import { isValid as monthRange } from "./formats/month-range.ts";
import { isValid as numberOrUri } from "./formats/number-or-uri.ts";
import { isValid as numberPattern } from "./formats/number-pattern.ts";
import { isValid as numberPrefix } from "./formats/number-prefix.ts";
import { isValid as numberWildcard } from "./formats/number-wildcard.ts";
import { isValid as regex } from "./formats/regex.ts";
import { isValid as replacement } from "./formats/replacement.ts";
import { isValid as routingPrefix } from "./formats/routing-prefix.ts";
import { isValid as singleLine } from "./formats/single-line.ts";
import { isValid as sipUri } from "./formats/sip-uri.ts";
import { isValid as starCode } from "./formats/star-code.ts";
import { isValid as templateName } from "./formats/template-name.ts";
import { isValid as timeOfDay } from "./formats/time-of-day.ts";
import { isValid as timestamp } from "./formats/timestamp.ts";
import { isValid as timezoneName } from "./formats/timezone-name.ts";
import { isValid as weekList } from "./formats/week-list.ts";
import { isValid as weekdayList } from "./formats/weekday-list.ts";
import { isValid as weekdayRange } from "./formats/weekday-range.ts";
import { isValid as yearDayList } from "./formats/year-day-list.ts";
import { isValid as yearMonth } from "./formats/year-month.ts";
import { isValid as yearRange } from "./formats/year-range.ts";

/**
 * All named formats, usable as ajv's `formats`. Imports every one: code for one resource imports `formats/<name>.ts`
 * instead. No format accepts the empty text, which means "no value": convert it to null, or omit the field, first.
 */
export const formats: Record<FormatName, (value: string) => boolean> = {
  bic,
  date,
  "date-time": dateTime,
  "day-range": dayRange,
  "dial-string": dialString,
  digits,
  "domain-or-ip": domainOrIp,
  e164,
  email,
  "email-list-comma": emailListComma,
  "email-or-placeholder": emailOrPlaceholder,
  handle,
  "hex-colour": hexColour,
  "hour-list": hourList,
  "hour-range": hourRange,
  "http-url": httpUrl,
  iban,
  identifier,
  ip,
  "ip-or-cidr": ipOrCidr,
  "iso-3166-alpha2": iso3166Alpha2,
  "local-date-time": localDateTime,
  mac,
  "minute-list": minuteList,
  "month-day-list": monthDayList,
  "month-list": monthList,
  "minute-range": minuteRange,
  "month-range": monthRange,
  "call-destination": callDestination,
  "header-name": headerName,
  "number-or-uri": numberOrUri,
  "number-pattern": numberPattern,
  "number-prefix": numberPrefix,
  "number-wildcard": numberWildcard,
  "routing-prefix": routingPrefix,
  "single-line": singleLine,
  regex,
  replacement,
  "sip-uri": sipUri,
  "star-code": starCode,
  "template-name": templateName,
  "time-of-day": timeOfDay,
  timestamp,
  "timezone-name": timezoneName,
  "week-list": weekList,
  "weekday-list": weekdayList,
  "year-day-list": yearDayList,
  "weekday-range": weekdayRange,
  "year-month": yearMonth,
  "year-range": yearRange,
};
