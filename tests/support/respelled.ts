import type { FieldDescriptor, Json, WireRecord } from "../../src/core/schema/descriptor.ts";

/** A record as loosely typed clients send it: numbers as text, digits as numbers, booleans as 0 and 1, "" for null. */
export function respelled(fields: readonly FieldDescriptor[], record: WireRecord): WireRecord {
  const other: WireRecord = { ...record };
  for (const field of fields.filter(({ readOnly, internal }) => !readOnly && !internal)) {
    const value = record[field.name];
    if (value !== undefined && value !== null) other[field.name] = spell(field, value);
    else if (field.kind === "reference" && field.name in record) other[field.name] = "";
  }
  return other;
}

function spell(field: FieldDescriptor, value: Json): Json {
  if (Array.isArray(value)) return value.map((entry) => spell(field, entry));
  if (typeof value === "object" && value !== null) {
    return field.fields ? (respelled(field.fields, value) as { [key: string]: Json }) : value;
  }
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return Number(value);
  const isDigits = typeof value === "string" && /^[1-9]\d{0,14}$/.test(value);
  if (isDigits && field.kind === "text") return Number(value);
  return field.kind === "date" && typeof value === "string" ? `${value} 12:00:00` : value;
}
