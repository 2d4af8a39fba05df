import { unguard } from "./csv.ts";
import type { FieldDescriptor, FieldKind, Json } from "./descriptor.ts";

const numbers: readonly FieldKind[] = ["integer", "decimal", "money", "percent", "duration", "reference"];

/** A cell as the field's value; what can not be read as one stays a text, for the rules to refuse. */
export function fromCsvCell(field: FieldDescriptor, cell: string): Json | undefined {
  const text = unguard(cell);
  if (text.trim() === "") return undefined;
  if (numbers.includes(field.kind)) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  // Older platforms write a day with the time at which it begins or ends.
  if (field.kind === "date") return /^\S{10}[ T]\d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 10) : text;
  return text;
}

/** A value as `fromCsvCell` reads it. */
export function toCsvCell(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
