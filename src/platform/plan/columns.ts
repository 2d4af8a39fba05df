import { parseWireInstant, toPlatformTime, toRfc3339 } from "../../core/dateTime.ts";
import type { ColumnStorage, FieldDescriptor, Json } from "../../core/descriptor.ts";

/** A field that has a column: how its value goes between table and wire. */
export interface StoredField {
  readonly field: FieldDescriptor;
  readonly column: ColumnStorage;
  toWire(value: unknown): Json;
}

export function storedField(field: FieldDescriptor, column: ColumnStorage, timeZone: string): StoredField {
  return { field, column, toWire: wireReader(field, column, timeZone) };
}

function wireReader(field: FieldDescriptor, { type }: ColumnStorage, timeZone: string): (value: unknown) => Json {
  switch (type) {
    case "timestamptz":
      return field.format === "local-date-time"
        ? (value) => (value instanceof Date ? toPlatformTime(value, timeZone) : null)
        : (value) => (value instanceof Date ? toRfc3339(value) : null);
    case "numeric":
    case "bigint":
      return (value) => (value === null || value === undefined ? null : Number(value));
    default:
      return (value) => (value ?? null) as Json;
  }
}

/** The value as a bound parameter: drivers would make a PostgreSQL array of a list that is meant as JSON. */
export function toParameter({ name, type }: ColumnStorage, value: unknown, timeZone: string): unknown {
  if (value === undefined || value === null) return null;
  if (type === "jsonb") return JSON.stringify(value);
  if (type !== "timestamptz" || value instanceof Date) return value;
  const instant = parseWireInstant(String(value), timeZone);
  if (instant === null) throw new TypeError(`${name}: not a point in time`);
  return instant;
}

/** A form in which two values of a column are equal exactly when they store the same. */
export function comparable({ type }: ColumnStorage, value: unknown, timeZone: string): unknown {
  if (value === undefined || value === null) return null;
  if (type === "numeric" || type === "bigint") return Number(value);
  if (type !== "timestamptz") return value;
  return (value instanceof Date ? value : parseWireInstant(String(value), timeZone))?.getTime() ?? null;
}
