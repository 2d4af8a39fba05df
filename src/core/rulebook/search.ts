import type { FieldDescriptor, ResourceDescriptor, RuleEntry } from "../schema/descriptor.ts";
import { fieldAtPointer } from "../validation/errors.ts";

/** A field of a form with the messages it can show. */
export interface SearchedField extends Pick<FieldDescriptor, "kind" | "file"> {
  readonly pointer: string;
  readonly rules: readonly Pick<RuleEntry, "rule" | "key" | "params">[];
}

export interface SearchedForm {
  readonly resource: string;
  readonly fields: readonly SearchedField[];
}

/** Each field that has rules, with each rule once, without its conditions. */
export function searchedForm(descriptor: ResourceDescriptor, rules: readonly RuleEntry[]): SearchedForm {
  const byPointer = new Map<string, Map<string, Pick<RuleEntry, "rule" | "key" | "params">>>();
  for (const { pointer, rule, key, params } of rules) {
    const ruleByKey = byPointer.get(pointer) ?? new Map();
    byPointer.set(pointer, ruleByKey.set(JSON.stringify([key, params]), { rule, key, params }));
  }
  const fields = [...byPointer].map(([pointer, ruleByKey]) => {
    const { kind = "text", file } = fieldAtPointer(descriptor.fields, pointer) ?? {};
    return { pointer, kind, file, rules: [...ruleByKey.values()] };
  });
  return { resource: descriptor.name, fields };
}

/** Whether every word of the query is somewhere in the texts. */
export function hasWords(query: string, texts: readonly string[]): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = texts.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** A field nested in its parents, as messages look it up: `/primary_number/cc` is one inside another. */
export function toNestedField({ pointer, kind }: Pick<SearchedField, "pointer" | "kind">): NestedField {
  const names = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const [last = "", ...around] = names.reverse();
  return around.reduce<NestedField>((inner, name) => ({ name, kind: "object", fields: [inner] }), { name: last, kind });
}

interface NestedField extends Pick<FieldDescriptor, "name" | "kind"> {
  readonly fields?: readonly NestedField[];
}
