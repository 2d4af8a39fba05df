import { isDeepStrictEqual } from "node:util";
import type { ColumnStorage, FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { parseWireInstant, toRfc3339 } from "../../../core/values/dateTime.ts";
import type { StoredValue } from "../../resourceHooks.ts";

/** A field with a column: how its value converts between table and wire. */
export interface StoredField {
  readonly field: FieldDescriptor;
  readonly column: ColumnStorage;
  /** The value of a row. */
  toWire(row: Readonly<Record<string, StoredValue>>): Json;
}

export function storedField(field: FieldDescriptor, column: ColumnStorage, timeZone: string): StoredField {
  return { field, column, toWire: wireReader(field, column, timeZone) };
}

function wireReader({ name }: FieldDescriptor, { type }: ColumnStorage, timeZone: string): StoredField["toWire"] {
  return ({ [name]: value }) => {
    if (value === null || value === undefined) return null;
    if (type !== "timestamptz" && !(value instanceof Date)) return value;
    // As the database returns it.
    if (typeof value === "string") return value;
    const instant = toInstant(value, timeZone);
    return instant && toRfc3339(instant);
  };
}

function toInstant(value: unknown, timeZone: string): Date | null {
  return value instanceof Date ? value : parseWireInstant(String(value), timeZone);
}

/** The value as a bound parameter: drivers would turn a JSON list into a PostgreSQL array. */
export function toParameter({ name, type }: ColumnStorage, value: unknown, timeZone: string): unknown {
  if (value === undefined || value === null) return null;
  if (type === "jsonb") return JSON.stringify(value);
  if (type !== "timestamptz") return value;
  const instant = toInstant(value, timeZone);
  if (instant === null) throw new TypeError(`${name}: not a point in time`);
  return instant;
}

/** A normal form: two values are equal exactly when a column stores the same. */
export function comparable({ type }: ColumnStorage, value: unknown, timeZone: string): unknown {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  return type === "timestamptz" ? (toInstant(value, timeZone)?.getTime() ?? null) : value;
}

/** Whether two records have the same value of a field, no value being null. */
export function isSameField(record: Readonly<WireRecord>, other: Readonly<WireRecord>, name: string): boolean {
  // Values may be anything that a field holds.
  return isDeepStrictEqual(record[name] ?? null, other[name] ?? null);
}
