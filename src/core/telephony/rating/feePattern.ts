import { PatternFault, readUserPattern, type UserPattern } from "../../values/userPattern.ts";

/** Same spelling for texts that differ in case only, as the platform compares them. */
export function foldCase(text: string): string {
  // By way of capitals, as regular expressions do: a long s is an s.
  return text.toUpperCase().toLowerCase();
}

/** The pattern of a fee, or null when it cannot be run with Perl's meaning: such a fee never matches. */
export function readFeePattern(pattern: string): UserPattern | null {
  const read = readUserPattern(pattern, true);
  return read instanceof PatternFault ? null : read;
}
