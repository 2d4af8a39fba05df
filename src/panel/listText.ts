/**
 * Texts side by side as the language lists them: "a, b, c" in English, "a, b und c" in German. A conjunction and not
 * a list of units, which Russian sets apart by blanks alone: nobody would see where a text of several words ends.
 */
export function listText(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "conjunction", style: "narrow" }).format(items);
}
