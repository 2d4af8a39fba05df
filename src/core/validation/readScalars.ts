import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { digitKinds, isNumberKind } from "../schema/kinds.ts";
import { toBoolean } from "./normalizeRecord.ts";

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
