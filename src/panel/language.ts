/** The language of the interface: which ones there are, which one is chosen, and whoever has to follow. */

import languages from "../../i18n/languages.json";
import { languageCode, languageCookie, sourceLanguage } from "../core/language.ts";

/** Seconds: 60 days. */
const cookieLifetime = 60 * 24 * 3600;

type Prepare = (language: string) => Promise<void>;

const offered: string[] = [...languages];
const preparers = new Set<Prepare>();
const listeners = new Set<() => void>();
let current = sourceLanguage;

/** The languages that have all texts: a test keeps the list true. */
export function offeredLanguages(): readonly string[] {
  return offered;
}

/** A further language, for whoever brings its texts. */
export function offerLanguage(language: string): void {
  if (!offered.includes(language)) offered.push(language);
}

export function currentLanguage(): string {
  return current;
}

/** What the person chose, here or in the older panel, else what the browser prefers; English where neither is there. */
export function preferredLanguage(): string {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie)?.[1];
  const wanted = [...(chosen === undefined ? [] : [chosen]), ...navigator.languages];
  const [found] = wanted.map(languageCode).filter((code) => offered.includes(code));
  return found ?? sourceLanguage;
}

/** Shows everything in this language once its texts are there. Rejects, and changes nothing, where they can not be had. */
export async function showLanguage(language: string): Promise<void> {
  await Promise.all([...preparers].map((prepare) => prepare(language)));
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** The same as a choice, which is remembered. */
export async function chooseLanguage(language: string): Promise<void> {
  await showLanguage(language);
  // biome-ignore lint/suspicious/noDocumentCookie: the older panel's server reads it, and the cookie store needs TLS
  document.cookie = `${languageCookie}=${language}; Max-Age=${cookieLifetime}; Path=/; SameSite=Lax`;
}

/** Has texts of its own: fetches those of a language before it is shown. Its own failure holds back the others. */
export function prepareWith(prepare: Prepare): void {
  preparers.add(prepare);
}

/** Calls back when another language is shown; returns the way to stop. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What speakers of a language call it. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
