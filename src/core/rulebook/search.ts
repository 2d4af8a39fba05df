import type { FieldDescriptor, RuleEntry } from "../descriptor.ts";

/** A field of a form with what can be said at it. */
export interface SearchedField extends Pick<FieldDescriptor, "kind" | "file"> {
  readonly pointer: string;
  readonly rules: readonly Pick<RuleEntry, "rule" | "key" | "params">[];
}

/** A form as it is searched in when nothing else of it is loaded. */
export interface SearchedForm {
  readonly resource: string;
  readonly fields: readonly SearchedField[];
}

/** Whether every word of the query is somewhere in the texts. */
export function hasWords(query: string, texts: readonly string[]): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = texts.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** A field with those around it, as messages look it up: `/primary_number/cc` is one inside of another. */
export function placed({ pointer, kind }: Pick<SearchedField, "pointer" | "kind">): PlacedField {
  const names = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const [last = "", ...around] = names.reverse();
  return around.reduce<PlacedField>((inner, name) => ({ name, kind: "object", fields: [inner] }), { name: last, kind });
}

interface PlacedField extends Pick<FieldDescriptor, "name" | "kind"> {
  readonly fields?: readonly PlacedField[];
}
