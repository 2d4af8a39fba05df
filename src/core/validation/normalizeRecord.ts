import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { digitKinds, isNumberKind, wireTypes } from "../schema/kinds.ts";
import { isBlank } from "../schema/valueAt.ts";

/** As many digits as a number preserves. */
const numeric = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const dayWithTime = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Coerces what programs send, and what other platforms answer, to the types of the fields: numbers as texts, texts of
 * digits as numbers, switches as 0 and 1, an empty text for no number, a timestamp for its date. Only when unambiguous;
 * the rules refuse the rest. Forms send the right types: this is for the wire.
 */
export function readScalars<T extends WireRecord>(fields: readonly FieldDescriptor[], record: T): T {
  const read: WireRecord = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value !== undefined) read[field.name] = readValue(field, value);
  }
  return read as T;
}

function readValue(field: FieldDescriptor, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => readValue(field, entry));
  if (isObject(value)) return field.fields ? (readScalars(field.fields, value) as { [key: string]: Json }) : value;
  if (field.enum) return readChoice(field.enum, value);
  const { kind } = field;
  if (kind === "boolean") return toBoolean(value);
  if (isNumberKind(kind) || kind === "references") return typeof value === "string" ? toNumber(value) : value;
  if (digitKinds.has(kind)) return typeof value === "number" ? toText(value) : value;
  if (kind === "date" && typeof value === "string") return dayWithTime.exec(value)?.[1] ?? value;
  return value;
}

function readChoice(choices: readonly (string | number)[], value: Json): Json {
  return (
    choices.find((choice) => choice === value || (typeof value !== "boolean" && String(choice) === String(value))) ??
    value
  );
}

function toNumber(text: string): Json {
  if (text.trim() === "") return null;
  return numeric.test(text) ? Number(text) : text;
}

/** Large numbers print in notations that nobody typed. */
function toText(number: number): Json {
  const text = String(number);
  return numeric.test(text) ? text : number;
}

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
  // In a secret, which has rules of its own, whitespace is a text.
  if (value === undefined || value === null || (field.secret ? value === "" : isBlank(value))) return undefined;
  if (field.kind === "boolean") return toBoolean(value);
  if (!field.fields) return value;
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? nested(field.fields, item) : item));
  // A single object in place of a list is left for the rules to refuse.
  if (!isObject(value) || wireTypes[field.kind] === "array") return value;
  const object = nested(field.fields, value);
  return Object.keys(object).length > 0 ? object : undefined;
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

/**
 * Initial values of a form: one per field, null if absent, so that a cleared input equals its initial value. Fields
 * that are not part of a record always start empty.
 */
export function initialValues(fields: readonly FieldDescriptor[], record: WireRecord | undefined): WireRecord {
  const base = record ? { ...defaultsOf(fields.filter(({ writeOnly }) => writeOnly)), ...record } : defaultsOf(fields);
  return Object.fromEntries(
    fields.filter((field) => !field.internal).map((field) => [field.name, base[field.name] ?? null]),
  );
}
