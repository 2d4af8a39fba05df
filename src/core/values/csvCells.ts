import type { FieldDescriptor, FieldKind, Json } from "../schema/descriptor.ts";
import { unguard } from "./csv.ts";

const numbers: readonly FieldKind[] = ["integer", "decimal", "money", "percent", "duration", "reference"];

/** A cell as the field's value; a malformed one stays a text for the rules to refuse. */
export function fromCsvCell(field: FieldDescriptor, cell: string): Json | undefined {
  const text = unguard(cell);
  if (text.trim() === "") return undefined;
  if (numbers.includes(field.kind)) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  // Older platforms write a date with the time at which the day begins or ends.
  if (field.kind === "date") return /^\S{10}[ T]\d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 10) : text;
  return text;
}

export function toCsvCell(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
