import type { I18nProvider } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import raMessages from "ra-language-english";
import app from "../../../i18n/en/app.json";
import errors from "../../../i18n/en/errors.json";
import { names } from "../../generated/names/en.gen.ts";

type Texts = Readonly<Record<string, unknown>>;

const resourceTexts = import.meta.glob<Texts>("../../../i18n/en/resources/*.json", { import: "default" });
/** Whatever file there is besides those that are loaded at once, or by the login or the server alone. */
const partTexts = import.meta.glob<Texts>(
  ["../../../i18n/en/*.json", "!../../../i18n/en/{app,errors,login,passwords,preferences}.json"],
  { import: "default" },
);

const resources: Record<string, Texts> = { ...names };
let messages: Record<string, unknown> = { ...raMessages, app, errors, resources };

const polyglot = polyglotI18nProvider(() => messages as never, "en");

/** Texts come in parts: the shell's at once, each resource's and each view's with its own chunk. */
export const i18nProvider: I18nProvider = polyglot;

/** Loads `i18n/en/resources/<resource>.json` under `resources.<resource>`. */
export async function addResourceTexts(resource: string): Promise<void> {
  const load = resourceTexts[`../../../i18n/en/resources/${resource}.json`];
  if (!load) throw new Error(`No texts for ${resource}`);
  resources[resource] = await load();
  await polyglot.changeLocale("en");
}

/** Loads `i18n/en/<part>.json` under `<part>`, such as `views` and `forms`. */
export async function addTexts(part: string): Promise<void> {
  if (part in messages) return;
  const load = partTexts[`../../../i18n/en/${part}.json`];
  if (!load) throw new Error(`No texts for ${part}`);
  const texts = await load();
  // Only now, as another part may have arrived meanwhile.
  messages = { ...messages, [part]: texts };
  await polyglot.changeLocale("en");
}
