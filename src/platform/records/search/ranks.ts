import { foldText } from "../../../core/values/foldText.ts";

/** How well a record matches, best first. */
export const ranks = ["exact", "prefix", "part"] as const;
export type Rank = (typeof ranks)[number];

/** What of a record was found. */
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
export function better(one: Match | undefined, other: Match | undefined): Match | undefined {
  if (!one || !other) return one ?? other;
  return ranks.indexOf(other.rank) < ranks.indexOf(one.rank) ? other : one;
}

/** How a value matches one of these folded texts, if at all. */
export function rankOf(value: string, texts: readonly string[]): Rank | undefined {
  const folded = foldText(value);
  if (texts.includes(folded)) return "exact";
  if (texts.some((text) => folded.startsWith(text))) return "prefix";
  return texts.some((text) => folded.includes(text)) ? "part" : undefined;
}
