import { numberIn } from "./dialled.ts";

/** The numbers that a typed phone number looks for. */
export interface NumberQuery {
  /** Beginnings of international numbers, digits only. */
  readonly beginnings: readonly string[];
  /** Digits anywhere in one; undefined where the text can only be a beginning. */
  readonly part?: string;
}

/** Fewer digits are in too many numbers. */
const MIN_DIGITS = 3;
/** Countries whose national zero is part of the international number. */
const keepsZero: ReadonlySet<string> = new Set(["39", "225", "241", "242", "378", "379"]);
/** National prefixes that are more than a zero. */
const trunk: Readonly<Record<string, string>> = { "36": "06" };
const ipAddress = /^\d{1,3}(\.\d{1,3}){2,3}\.?$/;

/**
 * A typed text as a number in any notation: "+43 1 5", "0043 1 5" and, in the country of a code in use, "01 5" are the
 * beginning 4315; "7946 0113" is also a part. Undefined when it is no number, too short, or an IP address.
 */
export function parseNumberQuery(text: string, countryCodes: readonly string[]): NumberQuery | undefined {
  const number = numberIn(text);
  if (number === undefined || ipAddress.test(text.trim())) return undefined;
  const digits = number.replace("+", "");
  if (digits.length < MIN_DIGITS) return undefined;
  if (number.startsWith("+")) return { beginnings: [digits] };
  if (digits.startsWith("00")) {
    const international = digits.slice(2);
    return { beginnings: international.length >= MIN_DIGITS ? [international] : [], part: digits };
  }
  if (digits.startsWith("0")) {
    const national = (code: string) => code + (keepsZero.has(code) ? digits : digits.slice(trunk[code]?.length ?? 1));
    return { beginnings: countryCodes.map(national), part: digits };
  }
  return { beginnings: [digits], part: digits };
}
