import english from "../../../i18n/en/login.json";
import { onLanguageChange, prepareWith } from "../language.ts";

type LoginTexts = typeof english;

const others = import.meta.glob<LoginTexts>(["../../../i18n/*/login.json", "!../../../i18n/en/login.json"], {
  import: "default",
});

/** The login's own texts: it loads before, and without, the panel's translations. */
export let loginText = english;
let prepared = english;

prepareWith(async (language) => {
  prepared = (await others[`../../../i18n/${language}/login.json`]?.()) ?? english;
});
onLanguageChange(() => {
  loginText = prepared;
});
