import apidocs from "../../../../i18n/en/apidocs.json" with { type: "json" };
import certificates from "../../../../i18n/en/certificates.json" with { type: "json" };
import dashboard from "../../../../i18n/en/dashboard.json" with { type: "json" };
import errors from "../../../../i18n/en/errors.json" with { type: "json" };
import invoices from "../../../../i18n/en/invoices.json" with { type: "json" };
import passwords from "../../../../i18n/en/passwords.json" with { type: "json" };
import preferences from "../../../../i18n/en/preferences.json" with { type: "json" };
import rules from "../../../../i18n/en/rules.json" with { type: "json" };
import { type Messages, type Texts, textsFrom } from "../../../core/schema/texts.ts";
import { sourceLanguage } from "../../../core/values/language.ts";

/** Texts of the server itself: responses for clients without texts of their own, messages, pages, preferences, invoices. */
export const englishTexts = textsFrom({
  apidocs,
  certificates,
  dashboard,
  errors,
  invoices,
  passwords,
  preferences,
  rules,
});

type TextFile = Promise<{ readonly default: Messages }>;

/** One import per file, as bundlers need it. */
const files: Readonly<Record<string, (language: string) => TextFile>> = {
  apidocs: (language) => import(`../../../../i18n/${language}/apidocs.json`),
  certificates: (language) => import(`../../../../i18n/${language}/certificates.json`),
  dashboard: (language) => import(`../../../../i18n/${language}/dashboard.json`),
  errors: (language) => import(`../../../../i18n/${language}/errors.json`),
  invoices: (language) => import(`../../../../i18n/${language}/invoices.json`),
  passwords: (language) => import(`../../../../i18n/${language}/passwords.json`),
  preferences: (language) => import(`../../../../i18n/${language}/preferences.json`),
  rules: (language) => import(`../../../../i18n/${language}/rules.json`),
};

const loaded = new Map<string, Promise<Texts>>([[sourceLanguage, Promise.resolve(englishTexts)]]);

/** The server's texts in a language of the panel, loaded on first use. */
export function serverTexts(language: string): Promise<Texts> {
  const texts = loaded.get(language) ?? load(language);
  loaded.set(language, texts);
  return texts;
}

async function load(language: string): Promise<Texts> {
  const parts = await Promise.all(
    Object.entries(files).map(async ([name, read]) => [name, (await read(language)).default] as const),
  );
  return textsFrom(Object.fromEntries(parts), language);
}
