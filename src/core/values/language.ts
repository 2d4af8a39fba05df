/** Fallback for texts that another language lacks. */
export const sourceLanguage = "en";

/** Cookie with the chosen language, shared with the older panel. */
export const languageCookie = "ngcp_panel_lang";

/** The bare language: "en-us", "EN" and "en_GB" are all `en`. */
export function languageCode(name: string): string {
  return name.trim().toLowerCase().split(/[-_]/)[0] ?? "";
}
