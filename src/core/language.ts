/** Whose texts are there in any case, and stand in for others that are not. */
export const sourceLanguage = "en";

/** Cookie with the chosen language; the older panel reads and sets it, too. */
export const languageCookie = "ngcp_panel_lang";

/** The language alone: "en-us", "EN" and "en_GB" are all `en`. */
export function languageCode(name: string): string {
  return name.trim().toLowerCase().split(/[-_]/)[0] ?? "";
}
