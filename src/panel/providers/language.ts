/** The interface language: which ones exist, which one is chosen, and its subscribers. */

import languages from "../../../i18n/languages.json";
import { languageCode, languageCookie, sourceLanguage } from "../../core/values/language.ts";
import { buildListeners } from "./listeners.ts";

/** Max age of the cookie in seconds: 60 days. */
const cookieLifetime = 60 * 24 * 3600;

type Prepare = (language: string) => Promise<void>;

const offered: string[] = [...languages];
const preparers = new Set<Prepare>();
const listeners = buildListeners();
let current = sourceLanguage;

/** Languages with all texts: a test keeps the list correct. */
export function offeredLanguages(): readonly string[] {
  return offered;
}

/** Adds a language; the caller provides its texts. */
export function offerLanguage(language: string): void {
  if (!offered.includes(language)) offered.push(language);
}

export function currentLanguage(): string {
  return current;
}

/** The user's choice here or in the legacy panel, otherwise the browser's preference, otherwise English. */
export function preferredLanguage(): string {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie)?.[1];
  const preferred = [...(chosen === undefined ? [] : [chosen]), ...navigator.languages];
  const [language] = preferred.map(languageCode).filter((code) => offered.includes(code));
  return language ?? sourceLanguage;
}

/** Switches the language once its texts have loaded. Rejects and changes nothing if they cannot be loaded. */
export async function showLanguage(language: string): Promise<void> {
  await Promise.all([...preparers].map((prepare) => prepare(language)));
  current = language;
  document.documentElement.lang = language;
  listeners.notify();
}

/** Switches the language and stores the choice. */
export async function chooseLanguage(language: string): Promise<void> {
  await showLanguage(language);
  // biome-ignore lint/suspicious/noDocumentCookie: the older panel's server reads it, and the cookie store needs TLS
  document.cookie = `${languageCookie}=${language}; Max-Age=${cookieLifetime}; Path=/; SameSite=Lax`;
}

/** Registers a loader that runs before a language is shown. If it fails, the switch fails. */
export function addLanguageLoader(prepare: Prepare): void {
  preparers.add(prepare);
}

/** Calls back when the language changes; returns the unsubscribe function. */
export const onLanguageChange = listeners.subscribe;

/** The language's own name. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
