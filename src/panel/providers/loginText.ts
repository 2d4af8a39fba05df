import english from "../../../i18n/en/login.json";
import { addLanguageLoader, onLanguageChange } from "./language.ts";

type LoginTexts = typeof english;

const translations = import.meta.glob<LoginTexts>(["../../../i18n/*/login.json", "!../../../i18n/en/login.json"], {
  import: "default",
});

const added = new Map<string, () => Promise<unknown>>();

/** Loads the login's texts of another language. */
export function addLoginTexts(language: string, load: () => Promise<unknown>): void {
  added.set(language, load);
}

/** The login's own texts: it loads before, and without, the panel's translations. */
export let loginText = english;
let prepared = english;

addLanguageLoader(async (language) => {
  const load = added.get(language) ?? translations[`../../../i18n/${language}/login.json`];
  // Other languages have the texts of English, and made-up ones are made from them.
  prepared = ((await load?.()) as LoginTexts | undefined) ?? english;
});
onLanguageChange(() => {
  loginText = prepared;
});
