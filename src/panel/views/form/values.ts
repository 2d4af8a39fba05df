import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";

/** Names of the dirty fields. */
export function changedFields(values: WireRecord, before: WireRecord): string[] {
  return Object.keys(values).filter((name) => !isSameValue(values[name], before[name]));
}

/** Whether two values mean the same: null, empty text and empty list are equal. */
export function isSameValue<Value extends Json | undefined>(value: Value, other: Value): boolean {
  return JSON.stringify(toPlain(value)) === JSON.stringify(toPlain(other));
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
