import type { Json, RuleEntry } from "../../../core/descriptor.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { loadResource } from "../../providers/resources.ts";

export interface Book {
  readonly module: ResourceModule;
  readonly rules: readonly RuleEntry[];
}

const files = import.meta.glob<readonly RuleEntry[]>("../../../generated/rules/*.gen.ts", { import: "rules" });
const books = new Map<string, Promise<Book>>();

/** Validator, texts and rules of one resource. The same promise each time; a failed load may be tried again. */
export function loadBook(resource: string): Promise<Book> {
  const known = books.get(resource);
  if (known) return known;
  const load = files[`../../../generated/rules/${resource}.gen.ts`];
  if (!load) return Promise.reject(new Error(`No rules of ${resource}`));
  const book = Promise.all([loadResource(resource), load(), addTexts("rules"), addTexts("forms")]).then(
    ([module, rules]) => ({ module, rules }),
  );
  book.catch(() => books.delete(resource));
  books.set(resource, book);
  return book;
}

/** What a typed text stands for: the text itself, or with `isJson` whatever it says; undefined when it says nothing. */
export function readTyped(text: string, isJson: boolean): { readonly value: Json } | undefined {
  if (!isJson) return { value: text };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    // Half a value: the next keys complete it.
    return undefined;
  }
}

/** Whether values of this type are typed as they are: all others are JSON. */
export function isTextual(rules: readonly RuleEntry[]): boolean {
  return rules.find(({ rule }) => rule === "type")?.params.type === "string";
}

/** A value as it is typed to try it. */
export function asTyped(value: Json, isJson: boolean): string {
  return isJson || typeof value !== "string" ? JSON.stringify(value) : value;
}

/** A value on a button: not longer than one reads at a glance. */
export function asLabel(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 28 ? `${text.slice(0, 18)}… (${typeof value === "string" ? value.length : text.length})` : text;
}
