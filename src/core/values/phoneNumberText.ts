import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { E164_MAX_DIGITS, type PhoneNumber } from "./phoneNumber.ts";

/**
 * Phone numbers as people write and read them. Bundles the world's numbering plans (about 80 kB): load it with
 * `import()` where numbers are typed or shown.
 */

/**
 * Parses any notation: "+43 1 234567", "0043 1 234567", or "01 234567" in the given country (ISO code). The area code
 * is what national notation separates. Null when malformed, or when the country is unknown.
 */
export function parsePhoneNumber(text: string, defaultCountry?: string): PhoneNumber | null {
  if (text.length > 64) return null;
  // 00 is the international prefix in most of the world, whatever the country's own.
  const normalized = text
    .trim()
    .replace(/^tel:/i, "")
    .replace(/^00\s*(?=[1-9])/, "+");
  const country = defaultCountry !== undefined && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const number = parsePhoneNumberFromString(normalized, { defaultCountry: country, extract: false });
  if (number === undefined || number.ext !== undefined || number.number.length - 1 > E164_MAX_DIGITS) return null;
  const cc: string = number.countryCallingCode;
  const national: string = number.nationalNumber;
  const [area = "", ...rest] = groupsOf(number.formatInternational(), cc);
  return rest.length > 0 ? { cc, ac: area, sn: national.slice(area.length) } : { cc, ac: "", sn: national };
}

/** Fewer digits are an extension or a short code, whatever country they begin like. */
const MIN_INTERNATIONAL_DIGITS = 8;

/** A called or calling number for reading: grouped where it is an international one, otherwise as it is. */
export function readableNumber(text: string): string {
  const [, digits = ""] = /^\+?([1-9]\d+)$/.exec(text) ?? [];
  if (digits.length < MIN_INTERNATIONAL_DIGITS) return text;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.isPossible() ? number.formatInternational() : text;
}

function groupsOf(international: string, cc: string): string[] {
  return international
    .slice(cc.length + 1)
    .split(/\D+/)
    .filter((group) => group !== "");
}
