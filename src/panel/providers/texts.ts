import type { useTranslate } from "react-admin";

/** A text in the user's language, by its key. */
export type Translate = ReturnType<typeof useTranslate>;

/**
 * A name of several words as it stands in the middle of a text: "Edit auto attendant". German nouns stay as they are,
 * and so does what begins with an abbreviation.
 */
export function toInlineName(name: string, locale: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(name);
  return isWord && !locale.startsWith("de") ? name.charAt(0).toLocaleLowerCase(locale) + name.slice(1) : name;
}

/**
 * Texts side by side as the language lists them: "a, b, c" in English, "a, b und c" in German. A conjunction and not
 * a list of units, which Russian sets apart by blanks alone: nobody would see where a text of several words ends.
 */
export function formatList(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "conjunction", style: "narrow" }).format(items);
}

/** A label with the key that does the same (`shell/keys`): "Edit (e)". */
export const withKey = (label: string, key: string): string => `${label} (${key})`;
