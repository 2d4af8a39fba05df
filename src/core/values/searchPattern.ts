import type { FieldDescriptor } from "../schema/descriptor.ts";
import { numberIn } from "./dialled.ts";

/** Shorter texts have no trigram, and only a prefix index helps. */
const MIN_TRIGRAM_LENGTH = 3;

/**
 * Turns a typed text into a search pattern, where `*` is a wildcard: anywhere in a value; in a large list one or two
 * characters match as a prefix only. The user's own stars are kept. `ada` -> `*ada*`; `43` -> `43*` in a large list.
 */
export function searchPattern(text: string, { large = false }: { readonly large?: boolean }): string {
  if (text.includes("*")) return text;
  return large && text.length < MIN_TRIGRAM_LENGTH ? `${text}*` : `*${text}*`;
}

/**
 * A filter's pattern, and those of its digits, as they are stored with or without a plus: a number as it is shown,
 * `+44 1632 960123*`, finds what `441632960123*` finds.
 */
export function wildcardPatterns(text: string): readonly string[] {
  const digits = numberIn(text.replaceAll("*", ""))?.replace("+", "");
  if (!digits) return [text];
  const [, begin = "", end = ""] = /^(\*?).*?(\*?)$/s.exec(text) ?? [];
  const plain = `${begin}${digits}${end}`;
  return [...new Set([text, plain, begin ? plain : `+${plain}`])];
}

/** Whether the values of a field are numbers, which people write in groups. */
export function isNumber({ unit, clickToDial, format }: FieldDescriptor): boolean {
  return unit === "phone" || clickToDial === true || format === "digits";
}

/** Words of a typed text that are looked for one by one, at most. */
const MAX_WORDS = 4;

/**
 * The words of a text that may stand in several fields: `Maja Bell` in a first and a last name. Empty for one word, for
 * a number in groups, and where stars say what is between the words.
 */
export function searchWords(text: string): readonly string[] {
  const bare = text.replace(/^\*|\*$/g, "").trim();
  if (bare.includes("*") || numberIn(bare) !== undefined) return [];
  const words = [...new Set(bare.split(/\s+/))];
  return words.length > 1 && words.length <= MAX_WORDS ? words : [];
}
