import { MAX_INTEGER } from "../../../core/schema/ids.ts";
import { numberIn } from "../../../core/values/dialled.ts";
import { foldText } from "../../../core/values/foldText.ts";
import { searchWords } from "../../../core/values/searchPattern.ts";

/** A search text, and the other ways in which it may be stored. */
export interface SearchInput {
  readonly text: string;
  /** Each as it can be part of a value; the text itself comes first. */
  readonly variants: readonly string[];
  /** The variants without case and accents. */
  readonly folded: readonly string[];
  /** Its words, which may stand in several fields, in the same form; empty for a single one. */
  readonly words: readonly string[];
  /** The id that it may be. */
  readonly id?: number;
}

/** Two hexadecimal digits, and again after a separator or none, as far as typed; or three groups with dots. */
const mac = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){1,5}[:-]?$|^[0-9a-f]{4}\.[0-9a-f]{1,4}(?:\.[0-9a-f]{0,4})?$/i;

/** `00:50:C2:11` is also `0050c211`, `sip:ada@example.org` is `ada@example.org`, and `+43 1 5` is `4315`. */
export function parseSearchInput(inputText: string): SearchInput {
  const text = inputText.replace(/^(?:sips?|tel|callto):/i, "").trim();
  const bare = mac.test(text) ? [text.replaceAll(/[:.-]/g, "")] : [];
  // Dots alone are those of an IP address.
  const digits = /[^\d.]/.test(text) ? numberIn(text)?.replace("+", "") : undefined;
  const alternatives = [...bare, ...(digits ? [digits] : [])].filter((variant) => variant.length >= 3);
  const all = [text, ...(inputText === text ? [] : [inputText]), ...alternatives].filter((variant) => variant !== "");
  const variants = [...new Set(all)];
  const id = Number(/^#?([1-9]\d{0,9})$/.exec(text)?.[1]);
  const words = searchWords(text.replaceAll("*", " ")).map(foldText);
  return { text, variants, folded: variants.map(foldText), words, ...(id <= MAX_INTEGER ? { id } : {}) };
}

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
