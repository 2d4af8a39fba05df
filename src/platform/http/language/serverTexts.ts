import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import apidocs from "../../../../i18n/en/apidocs.json" with { type: "json" };
import certificates from "../../../../i18n/en/certificates.json" with { type: "json" };
import dashboard from "../../../../i18n/en/dashboard.json" with { type: "json" };
import errors from "../../../../i18n/en/errors.json" with { type: "json" };
import invoices from "../../../../i18n/en/invoices.json" with { type: "json" };
import passwords from "../../../../i18n/en/passwords.json" with { type: "json" };
import preferences from "../../../../i18n/en/preferences.json" with { type: "json" };
import rules from "../../../../i18n/en/rules.json" with { type: "json" };
import languages from "../../../../i18n/languages.json" with { type: "json" };
import { type Messages, type Texts, textsFrom } from "../../../core/schema/texts.ts";
import { languageCode, languageCookie, sourceLanguage } from "../../../core/values/language.ts";

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

/** The language for a name such as `de`, `en-us` or `fr_CA`; undefined when unsupported. */
export function knownLanguage(name: string): string | undefined {
  const code = languageCode(name);
  return languages.includes(code) ? code : undefined;
}

/** The language of a request: as chosen in the panel, else by the browser's preference, else English. */
export function languageOf({ headers }: Pick<FastifyRequest, "headers">): string {
  const chosen = parseCookie(headers.cookie ?? "")[languageCookie];
  const codes = [...(chosen === undefined ? [] : [chosen]), ...preferredLanguages(headers["accept-language"] ?? "")];
  return codes.map(knownLanguage).find((language) => language !== undefined) ?? sourceLanguage;
}

/** The languages of `de-AT, fr;q=0.5`, most preferred first. */
function preferredLanguages(accepted: string): string[] {
  return accepted
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [name = "", weight] = part.split(/;\s*q=/);
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
}
