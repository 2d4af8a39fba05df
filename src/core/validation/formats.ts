import { plainFormats } from "../values/plainFormats.ts";
import { isValid as callDestination } from "./formats/call-destination.ts";
import { isValid as email } from "./formats/email.ts";
import { isValid as emailListComma } from "./formats/email-list-comma.ts";
import { isValid as emailOrPlaceholder } from "./formats/email-or-placeholder.ts";
import { isValid as hexColour } from "./formats/hex-colour.ts";
import { isValid as iban } from "./formats/iban.ts";
import { isValid as ip } from "./formats/ip.ts";
import { isValid as ipOrCidr } from "./formats/ip-or-cidr.ts";
import { isValid as iso3166Alpha2 } from "./formats/iso-3166-alpha2.ts";
import { isValid as numberOrUri } from "./formats/number-or-uri.ts";
import { isValid as numberPattern } from "./formats/number-pattern.ts";
import { isValid as numberPrefix } from "./formats/number-prefix.ts";
import { isValid as regex } from "./formats/regex.ts";
import { isValid as replacement } from "./formats/replacement.ts";
import { isValid as sipUri } from "./formats/sip-uri.ts";
import { isValid as timezoneName } from "./formats/timezone-name.ts";
import { isValid as uriPattern } from "./formats/uri-pattern.ts";

/**
 * The formats that a schema may use, as ajv's `formats`. Imports every one: code for one resource imports those it needs
 * instead. No format accepts the empty text, which means "no value": convert it to null, or omit the field, first.
 */
export const formats = {
  ...plainFormats,
  email,
  "email-list-comma": emailListComma,
  "email-or-placeholder": emailOrPlaceholder,
  "hex-colour": hexColour,
  iban,
  ip,
  "ip-or-cidr": ipOrCidr,
  "iso-3166-alpha2": iso3166Alpha2,
  "call-destination": callDestination,
  "number-or-uri": numberOrUri,
  "number-pattern": numberPattern,
  "number-prefix": numberPrefix,
  regex,
  replacement,
  "sip-uri": sipUri,
  "timezone-name": timezoneName,
  "uri-pattern": uriPattern,
} satisfies Record<string, (value: string) => boolean>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];
