import type { FieldDescriptor, Json, WireRecord } from "../../../core/descriptor.ts";
import { defaultsOf } from "../../../core/prepare.ts";

/**
 * Values a form starts with: one for each field, null where there is none, so that an input that is emptied again
 * is back where it was.
 */
export function initialValues(fields: readonly FieldDescriptor[], record: WireRecord | undefined): WireRecord {
  const known = record ?? defaultsOf(fields);
  return Object.fromEntries(
    fields.filter((field) => !field.internal).map((field) => [field.name, known[field.name] ?? null]),
  );
}

/** Names of the fields that hold something else than before. */
export function changedFields(values: WireRecord, before: WireRecord): string[] {
  return Object.keys(values).filter((name) => !isSameValue(values[name], before[name]));
}

/** Whether two values mean the same: nothing, the empty text and the empty list do. */
export function isSameValue(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(toPlain(a)) === JSON.stringify(toPlain(b));
}

function toPlain(value: Json | undefined): Json {
  if (value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length > 0 ? value.map(toPlain) : null;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, toPlain(member)] as const)
    .filter(([, member]) => member !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return members.length > 0 ? Object.fromEntries(members) : null;
}

/** The record with the value behind a pointer replaced; lists and objects on the way are copied. */
export function withValueAt(value: Json | undefined, pointer: string, next: Json): Json {
  const [, head, ...rest] = pointer.split("/");
  if (head === undefined) return next;
  const below = rest.map((part) => `/${part}`).join("");
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(head) ? withValueAt(item, below, next) : item));
  }
  const members = typeof value === "object" && value !== null ? value : {};
  return { ...members, [head]: withValueAt(members[head], below, next) };
}
