import polyglotI18nProvider from "ra-i18n-polyglot";
import type { I18nProvider } from "react-admin";
import app from "../../../i18n/en/app.json";
import errors from "../../../i18n/en/errors.json";
import { humanizeKey } from "../../core/schema/humanize.ts";
import { sourceLanguage } from "../../core/values/language.ts";
import { names } from "../../generated/names/en.gen.ts";
import { addLanguageLoader, currentLanguage, onLanguageChange } from "./language.ts";
import { englishLibraryTexts, libraryTexts } from "./libraryTexts.ts";
import { buildListeners } from "./listeners.ts";

type Texts = Readonly<Record<string, unknown>>;
/** Loaders of a language's files by path: `app`, `views`, `resources/domains`. */
export type LanguageFiles = Readonly<Record<string, () => Promise<Texts>>>;

interface LanguageModule {
  readonly files: LanguageFiles;
  readonly names: Texts;
  readonly loadPreferenceRules: () => Promise<Texts>;
}

// The types stand behind the globs, not between name and bracket: vitest caches modules on disk but for those in which it
// finds "import.meta.glob(", and texts of a new resource would be missing until the cache is cleared.
/** English, except what is loaded at startup, by the login, or by the server only. */
const english = import.meta.glob(
  ["../../../i18n/en/**/*.json", "!../../../i18n/en/{app,errors,login,passwords,preferences}.json"],
  { import: "default" },
) as LanguageFiles;
/** The platform sends the preferences' texts; only their rules come from the panel. */
const englishPreferences = import.meta.glob("../../../i18n/en/preferences.json", { import: "rules" }) as LanguageFiles;
/** Each other language has its own loaders. */
const modules = import.meta.glob("../../generated/texts/*.gen.ts") as Readonly<
  Record<string, () => Promise<LanguageModule>>
>;

/** Texts that the shell needs at startup in every language; `ra` are react-admin's own. */
const startupPaths = ["app", "errors", "names", "ra"];
const languages = new Map<string, Record<string, () => Promise<Texts>>>();
/** Loaded texts by language and path. */
const loaded = new Map<string, Map<string, Texts>>([
  [sourceLanguage, new Map<string, Texts>(Object.entries({ app, errors, names, ra: englishLibraryTexts }))],
]);
/** All parts requested so far, in any language. */
const requestedPaths = new Set(startupPaths);
let shownLanguage = sourceLanguage;

addLanguageFiles(sourceLanguage, byPath(english));
for (const load of Object.values(englishPreferences)) {
  addLanguageFiles(sourceLanguage, { preferences: async () => ({ rules: await load() }) });
}

// Its type asks for react-admin's own texts alone, which are among ours.
const provider = polyglotI18nProvider((language) => messagesOf(language) as never, sourceLanguage, [], {
  replace: fillIn,
  onMissingKey: (key: string) => missingText(key),
});

const polyglot: I18nProvider = {
  ...provider,
  // react-admin gives the key of a label as its own default, which nobody should read.
  translate: (key, options) => provider.translate(key, options?._ === key ? { ...options, _: undefined } : options),
};

/** Texts are split: the shell's load at startup, those of each resource and view with its chunk. */
export const i18nProvider: I18nProvider = polyglot;

// A new object per language: consumers re-render, and nothing suspends.
let snapshot: I18nProvider = { ...polyglot };
export const currentTexts = (): I18nProvider => snapshot;

const listeners = buildListeners();

addLanguageLoader(fetchAll);
onLanguageChange(() => void prepareTexts());

/** Switches all texts to the chosen language, loading missing ones. */
export async function prepareTexts(): Promise<void> {
  const language = currentLanguage();
  if (language === shownLanguage) return;
  await fetchAll(language);
  // Parts requested while the others were loading.
  for (const path of missingIn(language)) await load(language, path);
  shownLanguage = language;
  await refreshTexts();
}

/** Replaces loaded texts and those to be loaded; for hot reloading during development. */
export async function replaceTexts(language: string, path: string, texts: Texts): Promise<void> {
  // A new file is in no list of files yet; other languages' lists are loaded when they are first shown.
  if (languages.has(language)) addLanguageFiles(language, { [path]: async () => texts });
  const loadedTexts = loaded.get(language);
  if (loadedTexts?.has(path)) loadedTexts.set(path, texts);
  await refreshTexts();
}

/** Re-renders everything that shows a text, without suspending. */
export async function refreshTexts(): Promise<void> {
  await polyglot.changeLocale(shownLanguage);
  snapshot = { ...polyglot };
  listeners.notify();
}

/** Calls back when all texts have changed; returns the unsubscribe function. */
export const onTextsChange = listeners.subscribe;

/** The label of what a resource has no text for: its name, and for what can be done react-admin's verb. */
function missingText(key: string): string {
  const [, , part, name] = key.split(".");
  if (part === "actions" && name === "create") return polyglot.translate("ra.action.create");
  if (part === "actions" && name === "remove") return polyglot.translate("ra.action.delete");
  return humanizeKey(key) ?? key;
}

/** Fills placeholders like polyglot, but formats counts for the language. */
function fillIn(this: string, placeholder: RegExp, lookUp: (placeholder: string, name: string) => unknown): string {
  return this.replace(placeholder, (match, name: string) => {
    const value = lookUp(match, name);
    const isCount = name === "smart_count" && typeof value === "number";
    return isCount ? new Intl.NumberFormat(shownLanguage).format(value) : String(value);
  });
}

async function fetchAll(language: string): Promise<void> {
  await findFiles(language);
  await Promise.all(missingIn(language).map((path) => load(language, path)));
}

async function findFiles(language: string): Promise<void> {
  const module = languages.has(language) ? undefined : await modules[`../../generated/texts/${language}.gen.ts`]?.();
  if (!module) return;
  const { files, names: resourceNames, loadPreferenceRules } = module;
  const preferences = async () => ({ rules: await loadPreferenceRules() });
  addLanguageFiles(language, { ...byPath(files), names: async () => resourceNames, preferences });
}

function byPath(files: LanguageFiles): LanguageFiles {
  return Object.fromEntries(
    Object.entries(files).map(([file, load]) => [/i18n\/[\w-]+\/(.+)\.json$/.exec(file)?.[1] ?? "", load]),
  );
}

/** Loads a language's texts. */
export function addLanguageFiles(language: string, more: LanguageFiles): void {
  languages.set(language, { ...languages.get(language), ...more });
}

/** Loads `resources/<resource>.json` under `resources.<resource>`, of one resource or of several at once. */
export async function addResourceTexts(...resources: readonly string[]): Promise<void> {
  await add(...resources.map((resource) => `resources/${resource}`));
}

/** Loads `<part>.json` under `<part>`, such as `views` and `forms`. */
export async function addTexts(part: string): Promise<void> {
  await add(part);
}

/** Loads texts once, as a stable promise that `use` can read; a failed load can be retried. */
export function textsLoader(...parts: readonly string[]): () => Promise<unknown> {
  let loading: Promise<unknown> | undefined;
  return () => {
    loading ??= Promise.all(parts.map(addTexts)).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function add(...paths: readonly string[]): Promise<void> {
  const language = shownLanguage;
  const missing = paths.filter((path) => !loaded.get(language)?.has(path));
  for (const path of missing) {
    if (!isKnown(path)) throw new Error(`No texts for ${path}`);
    requestedPaths.add(path);
  }
  if (missing.length === 0) return;
  await Promise.all(missing.map((path) => load(language, path)));
  await polyglot.changeLocale(shownLanguage);
}

/** Whether there are texts, or a resource of the schemas, whose labels are its names until somebody writes them. */
function isKnown(path: string): boolean {
  const [folder, resource = ""] = path.split("/");
  if (folder === "resources" && Object.hasOwn(names, resource)) return true;
  return languages.get(sourceLanguage)?.[path] !== undefined || startupPaths.includes(path);
}

/** A file missing in a language falls back to English. */
async function load(language: string, path: string): Promise<void> {
  const languageTexts = await languages.get(language)?.[path]?.();
  const texts =
    path === "ra" ? await libraryTexts(language, languageTexts) : (languageTexts ?? (await englishOf(path)));
  const loadedTexts = loaded.get(language) ?? new Map<string, Texts>();
  loaded.set(language, loadedTexts.set(path, texts));
}

async function englishOf(path: string): Promise<Texts> {
  return (await languages.get(sourceLanguage)?.[path]?.()) ?? loaded.get(sourceLanguage)?.get(path) ?? {};
}

function missingIn(language: string): string[] {
  return [...requestedPaths].filter((path) => !loaded.get(language)?.has(path));
}

function messagesOf(language: string): Texts {
  const entries = [...(loaded.get(language) ?? [])];
  const { names: resourceNames = {}, ...parts } = Object.fromEntries(entries.filter(([path]) => !path.includes("/")));
  const loadedResources = entries.flatMap(([path, texts]) => {
    const [folder, resource] = path.split("/");
    return folder === "resources" && resource ? [[`resources.${resource}`, texts] as const] : [];
  });
  // Keys of polyglot may be paths: texts without a name keep the one of the menu.
  return { ...parts, resources: resourceNames, ...Object.fromEntries(loadedResources) };
}
