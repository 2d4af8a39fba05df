import type { Json, WireRecord } from "./descriptor.ts";
import type { FieldError } from "./errors.ts";
import { type PanelCollection, type PanelTextRule, panelCollections } from "./panelItems.ts";
import { fieldError } from "./validate.ts";

/** Parses a body into a record and its errors; unknown members are dropped. */
export function readPanelItem(
  collection: PanelCollection,
  body: WireRecord,
): { readonly record: Record<string, string>; readonly errors: readonly FieldError[] } {
  const record: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [name, rule] of Object.entries<PanelTextRule>(panelCollections[collection])) {
    const value = body[name];
    if (rule.isOptional && (value === undefined || value === null)) continue;
    const error = problemOf(`/${name}`, value, rule);
    if (error) errors.push(error);
    else record[name] = String(value);
  }
  return { record, errors };
}

function problemOf(
  pointer: string,
  value: Json | undefined,
  { maxLength, pattern }: PanelTextRule,
): FieldError | undefined {
  if (value === undefined || value === null || value === "") return fieldError(pointer, "required");
  if (typeof value !== "string") return fieldError(pointer, "type", { type: "string" });
  if (value.length > maxLength) return fieldError(pointer, "maxLength", { limit: maxLength });
  return value.includes("\0") || (pattern && !pattern.test(value))
    ? fieldError(pointer, "format", { format: "text" })
    : undefined;
}
