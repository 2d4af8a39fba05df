import { foldText } from "../../../core/values/foldText.ts";

/** Ranks of matches, best first. */
export const ranks = ["exact", "prefix", "part"] as const;
export type Rank = (typeof ranks)[number];

/** The value by which a record was found. */
export interface Match {
  /** The field, or its path behind a reference or in a resource of numbers. */
  readonly field: string;
  /** Its whole value. */
  readonly text: string;
  readonly rank: Rank;
  /** The value is the digits of an international number. */
  readonly isNumber?: true;
}

/** The best of two; equals keep the first. */
export function betterMatch(match: Match | undefined, other: Match | undefined): Match | undefined {
  if (!match || !other) return match ?? other;
  return ranks.indexOf(other.rank) < ranks.indexOf(match.rank) ? other : match;
}

/** Returns the rank of a value that matches one of these folded texts; undefined if it matches none. */
export function rankOf(value: string, texts: readonly string[]): Rank | undefined {
  const folded = foldText(value);
  if (texts.includes(folded)) return "exact";
  if (texts.some((text) => folded.startsWith(text))) return "prefix";
  return texts.some((text) => folded.includes(text)) ? "part" : undefined;
}
