import { readdirSync, readFileSync } from "node:fs";
import languages from "../../i18n/languages.json" with { type: "json" };
import type { Messages } from "../../src/core/schema/texts.ts";
import { sourceLanguage } from "../../src/core/values/language.ts";
import { libraryTexts } from "../../src/panel/providers/libraryTexts.ts";

/** Texts by key: `app.product`, `resources.domains.fields.domain`, `ra.action.cancel`. */
export type TextsByKey = ReadonlyMap<string, string>;

const i18n = new URL("../../i18n/", import.meta.url);

/** react-admin's texts are only tested where a language's `ra.json` overrides them. */
const LIBRARY = "ra";

/** Every language of the panel. */
export const allLanguages: readonly string[] = languages;

/** Every language of the panel except English. */
export const translations = languages.filter((language) => language !== sourceLanguage);

const known = new Map<string, Promise<TextsByKey>>();

/** Every text of a language, including those of react-admin. Read once by each process. */
export function textsOf(language: string): Promise<TextsByKey> {
  const texts = known.get(language) ?? readTexts(language);
  known.set(language, texts);
  return texts;
}

async function readTexts(language: string): Promise<TextsByKey> {
  const folder = new URL(`${language}/`, i18n);
  const files = jsonFilesIn(folder).filter((file) => file !== `${LIBRARY}.json`);
  const resources = jsonFilesIn(new URL("resources/", folder));
  const own = jsonFilesIn(folder).includes(`${LIBRARY}.json`) ? read(`${language}/${LIBRARY}.json`) : {};
  return new Map([
    ...files.flatMap((file) => textsBelow(read(`${language}/${file}`), file.replace(".json", ""))),
    ...resources.flatMap((file) =>
      textsBelow(read(`${language}/resources/${file}`), `resources.${file.replace(".json", "")}`),
    ),
    ...textsBelow(await libraryTexts(language, own), LIBRARY),
  ]);
}

/** Terms of the product in a language, by English name. */
export function glossaryOf(language: string): TextsByKey {
  return new Map(Object.entries(read(`glossary/${language}.json`) as Record<string, string>));
}

/** Words to avoid in a language, by term; a trailing star matches any ending. */
export function avoidedIn(language: string): readonly (readonly [term: string, words: readonly string[]])[] {
  return Object.entries(read(`glossary/avoided/${language}.json`) as unknown as Record<string, string[]>);
}

export function formsOf(text: string): string[] {
  return text.split("||||").map((form) => form.trim());
}

/** Placeholders `%{name}` in all forms of a text. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name = ""]) => name))].sort();
}

function read(path: string): Messages {
  return JSON.parse(readFileSync(new URL(path, i18n), "utf8")) as Messages;
}

function jsonFilesIn(folder: URL): string[] {
  return readdirSync(folder).filter((file) => file.endsWith(".json"));
}

function textsBelow(messages: Messages, prefix: string): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${prefix}.${name}`, value]] : textsBelow(value, `${prefix}.${name}`),
  );
}
