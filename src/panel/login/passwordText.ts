import { password as words } from "../../../i18n/en/forms.json";
import { business, password as demands } from "../../../i18n/en/rules.json";
import type { Messages } from "../../core/texts.ts";
import { currentLanguage, onLanguageChange, prepareWith } from "../language.ts";

const english = { words, demands: demands as Messages, business: business as Messages };

const others = import.meta.glob<{ readonly password: never; readonly business?: never }>(
  ["../../../i18n/*/{forms,rules}.json", "!../../../i18n/en/*.json"],
  { import: "default" },
);

/** What forms and rules say about passwords, and rules that only the platform can judge by, for those who have no session: their texts are not there yet. */
export let passwordText = english;
let prepared = english;

async function prepare(language: string): Promise<void> {
  const [forms, rules] = await Promise.all(
    ["forms", "rules"].map((part) => others[`../../../i18n/${language}/${part}.json`]?.()),
  );
  const own = { words: forms?.password, demands: rules?.password, business: rules?.business };
  prepared = { ...english, ...Object.fromEntries(Object.entries(own).filter(([, texts]) => texts !== undefined)) };
}

prepareWith(prepare);
onLanguageChange(() => {
  passwordText = prepared;
});
// Fetched after a language was chosen. A form in English is better than none.
await prepare(currentLanguage()).catch(() => undefined);
passwordText = prepared;
