import type { Json, WireRecord } from "./descriptor.ts";
import { isObject } from "./isObject.ts";

/**
 * The value at a path; references are followed through `expand`, so `contact_id.email` is read from
 * `contact_id_expand.email`. Undefined when missing or not expanded.
 */
export function valueAtPath(record: WireRecord, path: string): Json | undefined {
  const [name = "", ...segments] = path.split(".");
  if (segments.length === 0) return record[name];
  const inner = record[`${name}_expand`] ?? record[name];
  return isObject(inner) ? valueAtPath(inner, segments.join(".")) : undefined;
}

/** A member as a text; empty without one. */
export function textIn(record: Readonly<WireRecord>, name: string): string {
  const value = record[name];
  return value === undefined || value === null ? "" : String(value);
}

/** Not null, not an empty text, not an empty list. */
export function hasValue<Value extends Json | undefined>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Missing, or a text without any sign. */
export function isBlank<Value>(value: Value): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** The segments of a JSON Pointer (RFC 6901). */
export function pointerSegments(pointer: string): string[] {
  const segments = pointer.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The record with the value at a pointer replaced; lists and objects along the way are copied. */
export function setAtPointer(record: WireRecord, pointer: string, next: Json): WireRecord {
  const at = pointer.lastIndexOf("/");
  const [above, name] = [pointer.slice(0, at), pointer.slice(at + 1)];
  if (above === "") return { ...record, [name]: next };
  const parent = valueAtPointer(record, above);
  if (!Array.isArray(parent)) return setAtPointer(record, above, { ...(isObject(parent) ? parent : {}), [name]: next });
  const items = parent.map((item, index) => (index === Number(name) ? next : item));
  return setAtPointer(record, above, items);
}

export function valueAtPointer(record: WireRecord, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (value, key) => (Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined),
      record as Json,
    );
}
