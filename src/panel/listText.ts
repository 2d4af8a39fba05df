/** Texts side by side as the language lists them: "a, b, c" in English, "a, b und c" in German. */
export function listText(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(items);
}
