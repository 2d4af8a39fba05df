import { type BusinessEntry, businessRulesOf, targetsOf } from "../../../core/rulebook/businessBook.ts";
import { formRulesOf } from "../../../core/rulebook/formRules.ts";
import type { Json, ResourceDescriptor, RuleEntry } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { send } from "../../providers/http.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fromPreferenceDefs, toPreferenceDefsRequest } from "../../providers/preferences.ts";
import { describeResource, loadResource } from "../../providers/resources.ts";
import { ownerOfPreferences } from "../../providers/summaries.ts";

export interface Book {
  readonly module: ResourceModule;
  readonly rules: readonly RuleEntry[];
  /** Rules that depend on other records. */
  readonly business: readonly BusinessEntry[];
  /** Labels of preferences, which the platform has; absent: the book is that of a form. */
  readonly labels?: ReadonlyMap<string, string>;
}

const books = new Map<string, Promise<Book>>();

/** Rules of a form that depend on other records; needs the resources that it refers to. */
async function loadBusinessRules(descriptor: ResourceDescriptor): Promise<readonly BusinessEntry[]> {
  const load = async (name: string) => [name, await describeResource(name)] as const;
  const targets = new Map(await Promise.all(targetsOf(descriptor).map(load)));
  return businessRulesOf(descriptor, (name) => targets.get(name));
}

/** Validator, texts and rules of a form, or of preferences by the name of their values. A stable promise; a failed load can be retried. */
export function loadBook(name: string, locale: string): Promise<Book> {
  const owner = ownerOfPreferences(name);
  // The labels of preferences are in the user's language.
  const key = owner === undefined ? name : `${name} ${locale}`;
  const cached = books.get(key);
  if (cached) return cached;
  const texts = Promise.all([addTexts("rules"), addTexts("forms")]);
  const book = texts.then(() => (owner === undefined ? loadForm(name) : loadPreferences(name, owner, locale)));
  book.catch(() => books.delete(key));
  books.set(key, book);
  return book;
}

async function loadForm(name: string): Promise<Book> {
  const module = await loadResource(name);
  const { descriptor } = module;
  return { module, rules: formRulesOf(descriptor), business: await loadBusinessRules(descriptor) };
}

async function loadPreferences(name: string, owner: string, locale: string): Promise<Book> {
  const [{ findPreferenceKind }, book, module, response] = await Promise.all([
    import("../../../core/telephony/preferenceKind.ts"),
    import("../../../core/rulebook/preferenceRules.ts"),
    loadResource(owner),
    send(toPreferenceDefsRequest(name, locale)),
    addTexts("preferences"),
  ]);
  const kind = findPreferenceKind(name);
  if (!kind) throw new Error(`Unknown preferences ${name}`);
  return {
    module: book.preferenceModule(name, kind, module),
    rules: book.preferenceRulesOf(name, kind),
    business: book.preferenceBusinessRulesOf(name, kind.preferences),
    labels: new Map(fromPreferenceDefs(name, response).map(({ name: attribute, label }) => [attribute, label])),
  };
}

/**
 * The value of a typed text: the text itself, or with `isJson` the parsed JSON; undefined when that is empty or
 * invalid.
 */
export function readTyped(text: string, isJson: boolean): { readonly value: Json } | undefined {
  if (!isJson) return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Incomplete JSON: the next keystrokes may complete it.
    return undefined;
  }
}

/** Whether values of this type are typed verbatim: all others are JSON. */
export function isTextual(rules: readonly RuleEntry[]): boolean {
  return rules.find(({ rule }) => rule === "type")?.params.type === "string";
}

/** A value as it is typed to try it. */
export function toTypedText(value: Json, isJson: boolean): string {
  return isJson || typeof value !== "string" ? JSON.stringify(value) : value;
}

/** A value on a button, truncated. */
export function toButtonText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 28 ? `${text.slice(0, 18)}… (${typeof value === "string" ? value.length : text.length})` : text;
}
