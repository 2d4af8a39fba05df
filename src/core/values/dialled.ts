/** Separators that people and programs write between digits: blanks, brackets, dots, dashes, marks of direction. */
const separators = /[\s()[\]{}./·\\\p{Pd}\u2212\p{Cf}]/gu;

/** A number as only its digits and signs, those of full width in their usual form. */
export function withoutSeparators(text: string): string {
  return text.normalize("NFKC").replaceAll(separators, "");
}

/** The digits of a text that is a number in any notation, with its plus; undefined for any other text. */
export function numberIn(text: string): string | undefined {
  const plain = withoutSeparators(text.replace(/^\s*tel:/i, "").replace("(0)", ""));
  return /^\+?\d+$/.test(plain) ? plain : undefined;
}

/**
 * Converts a text to what a phone dials: a number without its separators ("+43 (0)1 / 23-45" is "+4312345"), a
 * star code, or an address `user@host`. Null for anything else, such as "anonymous".
 */
export function toDialString(text: string): string | null {
  const withoutScheme = text.trim().replace(/^(?:sips?|tel):/i, "");
  // The zero in brackets is for callers within the country.
  const number = withoutSeparators(withoutScheme.replace(/^(\+\d{1,3})\s*\(0\)/, "$1"));
  if (/^\+?[\d*#]{2,40}$/.test(number)) return number;
  return /^[\w.!~*'+=&-]{1,64}@[\w.-]{1,253}$/.test(withoutScheme) ? withoutScheme : null;
}

/** Whether two texts are the same number: "+43 1 2345", "0043 1 2345", "4312345", and "01 2345" within a country. */
export function isSameNumber(first: string, second: string): boolean {
  const [a, b] = [first, second].map((text) => withoutSeparators(text).replace(/^(?:\+|00)(?=[1-9])/, ""));
  if (!a || !b) return false;
  return a === b || isNationalOf(a, b) || isNationalOf(b, a);
}

/** Shorter ones would be the end of too many numbers. */
const NATIONAL_DIGITS = 6;

function isNationalOf(national: string, international: string): boolean {
  const significant = /^0([1-9]\d*)$/.exec(national)?.[1];
  if (significant === undefined || significant.length < NATIONAL_DIGITS || !/^[1-9]\d*$/.test(international))
    return false;
  const code = international.length - significant.length;
  return code >= 1 && code <= 3 && international.endsWith(significant);
}
