/** What a typed phone number looks for. */
export interface TypedNumber {
  /** Beginnings of international numbers, digits only. */
  readonly beginnings: readonly string[];
  /** Digits anywhere in one; undefined where the text can only be a beginning. */
  readonly part?: string;
}

/** Fewer digits are in too many numbers. */
const fewest = 3;
const notation = /^\+?[\d\s()/.-]+$/;
const address = /^\d{1,3}(\.\d{1,3}){2,3}\.?$/;

/**
 * A typed text as a number in any notation: "+43 1 5", "0043 1 5" and, in the country of a code in use, "01 5" are the
 * beginning 4315; "7946 0113" is also a part. Undefined when it is no number, too short, or an IP address.
 */
export function typedNumber(text: string, countryCodes: readonly string[]): TypedNumber | undefined {
  const typed = text.trim().replace(/^tel:/i, "").replace("(0)", "");
  if (!notation.test(typed) || address.test(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, "");
  if (digits.length < fewest) return undefined;
  if (typed.startsWith("+")) return { beginnings: [digits] };
  if (digits.startsWith("00")) {
    const international = digits.slice(2);
    return { beginnings: international.length >= fewest ? [international] : [], part: digits };
  }
  if (digits.startsWith("0")) return { beginnings: countryCodes.map((code) => code + digits.slice(1)), part: digits };
  return { beginnings: [digits], part: digits };
}
