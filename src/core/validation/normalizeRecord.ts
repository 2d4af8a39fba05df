import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { wireTypes } from "../schema/kinds.ts";

/**
 * Normalises a request body for validation: drops unknown and read-only keys, removes empty values, converts every
 * spelling of a switch to a boolean. The wire drops such keys silently (wire conventions, items).
 */
export function normalizeRecord(fields: readonly FieldDescriptor[], input: WireRecord): WireRecord {
  const record: WireRecord = {};
  for (const field of fields) {
    if (field.readOnly || field.internal) continue;
    const value = prepareValue(field, input[field.name]);
    if (value !== undefined) record[field.name] = value;
    else if (isEmptied(field, input)) record[field.name] = null;
  }
  return record;
}

/** Explicitly cleared where the default would replace an omitted value: stays null, so that it counts as missing. */
function isEmptied(field: FieldDescriptor, input: WireRecord): boolean {
  return field.required === true && field.default !== undefined && input[field.name] !== undefined;
}

function prepareValue(field: FieldDescriptor, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || isBlank(field, value)) return undefined;
  if (field.kind === "boolean") return toBoolean(value);
  if (!field.fields) return value;
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? nested(field.fields, item) : item));
  // A single object in place of a list is left for the rules to refuse.
  if (!isObject(value) || wireTypes[field.kind] === "array") return value;
  const object = nested(field.fields, value);
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Whitespace alone is no text, except in a secret, which has rules of its own. */
function isBlank(field: FieldDescriptor, value: Json): boolean {
  return typeof value === "string" && (field.secret ? value === "" : value.trim() === "");
}

function nested(
  fields: readonly FieldDescriptor[] | undefined,
  value: { [key: string]: Json },
): { [key: string]: Json } {
  return normalizeRecord(fields ?? [], value) as { [key: string]: Json };
}

/** Also accepts the spellings that programs use; anything else is left as it is. */
export function toBoolean<Value>(value: Value): Value | boolean {
  if (value === 1 || value === "1" || value === "true") return true;
  if (value === 0 || value === "0" || value === "false") return false;
  return value;
}

export function defaultsOf(fields: readonly FieldDescriptor[]): WireRecord {
  const entries = fields
    .filter((field) => field.default !== undefined && !field.readOnly)
    .map((field) => [field.name, field.default] as const);
  return Object.fromEntries(entries);
}
