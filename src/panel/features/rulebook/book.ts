import { type BusinessEntry, businessRulesOf, targetsOf } from "../../../core/rulebook/businessBook.ts";
import { formRulesOf } from "../../../core/rulebook/formRules.ts";
import type { Json, ResourceDescriptor, RuleEntry } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { describeResource, loadResource } from "../../providers/resources.ts";

export interface Book {
  readonly module: ResourceModule;
  readonly rules: readonly RuleEntry[];
  /** Rules that depend on other records. */
  readonly business: readonly BusinessEntry[];
}

const books = new Map<string, Promise<Book>>();

/** Rules of a form that depend on other records; needs the resources that it refers to. */
export async function loadBusinessRules(descriptor: ResourceDescriptor): Promise<readonly BusinessEntry[]> {
  const load = async (name: string) => [name, await describeResource(name)] as const;
  const targets = new Map(await Promise.all(targetsOf(descriptor).map(load)));
  return businessRulesOf(descriptor, (name) => targets.get(name));
}

/** Validator, texts and rules of one resource. A stable promise; a failed load can be retried. */
export function loadBook(resource: string): Promise<Book> {
  const cached = books.get(resource);
  if (cached) return cached;
  const book = Promise.all([loadResource(resource), addTexts("rules"), addTexts("forms")]).then(async ([module]) => ({
    module,
    rules: formRulesOf(module.descriptor),
    business: await loadBusinessRules(module.descriptor),
  }));
  book.catch(() => books.delete(resource));
  books.set(resource, book);
  return book;
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
