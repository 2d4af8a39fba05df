import type { FieldDescriptor, Json } from "../schema/descriptor.ts";
import { isNumberKind } from "../schema/kinds.ts";
import { unguard } from "./csv.ts";

/** A cell as the field's value; a malformed one stays a text for the rules to refuse. */
export function fromCsvCell(field: FieldDescriptor, cell: string): Json | undefined {
  const text = unguard(cell);
  if (text.trim() === "") return undefined;
  if (isNumberKind(field.kind)) return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  // Older platforms write a date with the time at which the day begins or ends.
  if (field.kind === "date") return /^\S{10}[ T]\d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 10) : text;
  return text;
}

export function toCsvCell(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
