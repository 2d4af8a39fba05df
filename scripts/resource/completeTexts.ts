import { closest } from "fastest-levenshtein";
import { flattenTexts, missingKeys, readTexts, textsFile } from "../../codegen/missingTexts.ts";
import type { Model, ResourceModel } from "../../codegen/model.ts";
import { humanize, pluralName, toPlural } from "../../src/core/schema/humanize.ts";
import { flatKey, type Messages } from "../../src/core/schema/texts.ts";
import { type Project, readProject, resourceNames } from "./project.ts";
import { runCodegen, writeJson } from "./projectFiles.ts";
import { refuse } from "./refusedInput.ts";
import { type KnownText, TextMemory } from "./textMemory.ts";
import { toSentenceCase } from "./words.ts";

/** Completes the texts of one resource, or of all, and prints what was written and what is missing. Throws RefusedInput. */
export function completeAll(root: string, name?: string): void {
  const project = readProject(root);
  const chosen = project.model.resources.filter((resource) => name === undefined || resource.name === name);
  if (chosen.length === 0)
    refuse(`no schema describes "${name}"`, `Did you mean "${closest(name ?? "", resourceNames(project))}"?`);
  const memory = createTextMemory(project);
  const lines = chosen.flatMap((resource) => writeTexts(root, resource, project, memory));
  console.log(lines.join("\n") || `nothing is missing in ${project.languages.join(", ")}`);
  if (lines.length > 0) runCodegen(root);
}

/** Writes what the memory knows of one resource, and never over a text. Returns a line for each language with gaps. */
export function writeTexts(
  root: string,
  resource: ResourceModel,
  { languages }: Project,
  memory: TextMemory,
  title?: string,
): string[] {
  let english: Record<string, string> = {};
  const files: [path: string, data: Messages][] = [];
  const lines = languages.flatMap((language) => {
    const present = readTexts(root, language, resource.name);
    const missing = missingKeys(resource, present);
    if (language === "en") english = { ...flattenTexts(present), ...englishTexts(resource, missing, memory, title) };
    const own = flattenTexts(present);
    const added: Record<string, string> = {};
    for (const key of missing) {
      const text =
        language === "en" ? english[key] : translationOf(key, { english, language, own: { ...own, ...added }, memory });
      if (text !== undefined) added[key] = text;
    }
    if (missing.length === 0) return [];
    const file = textsFile(language, resource.name);
    const left = missing.filter((key) => !(key in added));
    if (Object.keys(added).length > 0) files.push([file, withTexts(present, added)]);
    const rest = left.length > 0 ? `, ${left.length} missing: ${left.join(", ")}` : "";
    return [`${file}: ${Object.keys(added).length} texts written${rest}`];
  });
  writeJson(root, files);
  return lines;
}

/** The labels of all resources and the glossary, in each language. */
export function createTextMemory({ model, languages }: Project): TextMemory {
  return new TextMemory([
    ...model.resources.flatMap(({ name }) => knownTexts(model, name, languages)),
    ...glossaryTexts(model),
  ]);
}

/** Labels only: help and messages are sentences of their own. */
const SECTIONS = ["name", "fields", "enums", "groups", "filters", "variants", "actions"];

function knownTexts({ texts: files }: Model, resource: string, languages: readonly string[]): KnownText[] {
  const byLanguage = languages.map(
    (language) => [language, flattenTexts(files.get(language)?.get(resource)?.data ?? {})] as const,
  );
  const keys = Object.keys(byLanguage[0]?.[1] ?? {}).filter((key) => SECTIONS.includes(sectionOf(key)));
  return keys.flatMap((key) => {
    const texts = byLanguage.flatMap(([language, own]) =>
      own[key] === undefined ? [] : [[language, own[key]] as const],
    );
    const all: KnownText = { section: sectionOf(key), name: nameOf(key), byLanguage: new Map(texts) };
    if (key !== "name") return [all];
    const singular = texts.map(([language, text]) => [language, singularOf(text)] as const);
    return [all, { section: "singular", name: resource, byLanguage: new Map(singular) }];
  });
}

/** The glossary translates terms, in lower case. */
function glossaryTexts({ glossary }: Model): KnownText[] {
  return Object.keys(glossary.get("en") ?? {}).map((term) => ({
    section: "glossary",
    name: term,
    byLanguage: new Map(
      [...glossary].map(([language, words]) => [language, language === "en" ? term : (words[term] ?? term)]),
    ),
  }));
}

/** English texts of these keys: what things of the same name are called, or else their names in words. */
export function englishTexts(
  resource: ResourceModel,
  keys: readonly string[],
  memory: TextMemory,
  title?: string,
): Record<string, string> {
  const name = title === undefined ? pluralName(resource.title) : `${title} |||| ${toPlural(title)}`;
  const references = new Map(
    resource.columns
      .filter(({ source }) => source.includes("."))
      .map(({ source }) => [flatKey(source), source.split(".")[0] ?? ""]),
  );
  const textOf = (key: string): string => {
    const [section, last] = [sectionOf(key), nameOf(key)];
    if (key === "name") return name;
    if (key === "actions.create" || key === "actions.remove")
      return `${last === "create" ? "Create" : "Delete"} ${toSentenceCase(singularOf(name))}`;
    if (key === "groups.base") return singularOf(name);
    return memory.english(section, last) ?? humanize(references.get(last) ?? last);
  };
  return Object.fromEntries(keys.map((key) => [key, textOf(key)]));
}

interface Translating {
  readonly english: Readonly<Record<string, string>>;
  readonly language: string;
  /** The resource's texts in that language so far. */
  readonly own: Readonly<Record<string, string>>;
  readonly memory: TextMemory;
}

function translationOf(key: string, { english, language, own, memory }: Translating): string | undefined {
  const text = english[key];
  if (text === undefined) return undefined;
  const names = [english.name, own.name].map((name) => name && singularOf(name));
  return memory.translate({ section: sectionOf(key), name: nameOf(key), english: text }, language, names);
}

const sectionOf = (key: string) => key.split(".")[0] ?? "";
const nameOf = (key: string) => key.split(".").at(-1) ?? "";
const singularOf = (name: string) => name.split("||||")[0]?.trim() ?? name;

/** The texts with more of them, new ones last within their section. */
function withTexts(texts: Messages, added: Readonly<Record<string, string>>): Messages {
  const merged: Record<string, string | Messages> = { ...texts };
  for (const [key, text] of Object.entries(added)) {
    const [first = "", ...rest] = key.split(".");
    const below = merged[first];
    merged[first] =
      rest.length === 0 ? text : withTexts(typeof below === "object" ? below : {}, { [rest.join(".")]: text });
  }
  return merged;
}
