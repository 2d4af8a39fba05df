import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { type ConditionContext, isConditionMet } from "./conditions.ts";
import { toNormal as toDestination } from "./formats/call-destination.ts";
import { toNormal as toAddress } from "./formats/ip.ts";
import { toNormal as toNetwork } from "./formats/ip-or-cidr.ts";
import { toNormal as toPrefix } from "./formats/number-prefix.ts";

// Only the platform needs these formats: browsers load normalizeRecord.ts with their first list.

/** Formats whose values have several spellings: stored in one of them, so that they compare as texts. */
const normalForms: Readonly<Record<string, (value: string) => string>> = {
  "call-destination": toDestination,
  "number-or-uri": toDestination,
  "number-prefix": toPrefix,
  ip: toAddress,
  "ip-or-cidr": toNetwork,
};

/** A text in the one spelling of its format; others have but one. */
export function normalForm(format: string | undefined, value: string): string {
  return normalForms[format ?? ""]?.(value) ?? value;
}

/** Writes every value in the one spelling of its format, once the record is valid. */
export function withNormalForms(
  fields: readonly FieldDescriptor[],
  record: WireRecord,
  context: ConditionContext,
): WireRecord {
  const normal: WireRecord = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined || value === null) continue;
    const isOther =
      field.formatElse !== undefined && field.formatWhen && !isConditionMet(field.formatWhen, record, context);
    normal[field.name] = normalValue(field, isOther ? field.formatElse : field.format, value);
  }
  return normal;
}

function normalValue(field: FieldDescriptor, format: string | undefined, value: Json): Json {
  const { fields, items, clickToDial, unit } = field;
  // Digits that are a whole number, unlike those of a PIN or of a part.
  const isNumber = format === "digits" && (clickToDial === true || unit === "phone");
  if (typeof value === "string") return normalForm(isNumber ? "number-prefix" : format, value);
  if (Array.isArray(value))
    return value.map((item) =>
      typeof item === "string" ? normalForm(items?.format, item) : fields ? normalMembers(fields, item) : item,
    );
  return fields ? normalMembers(fields, value) : value;
}

function normalMembers(fields: readonly FieldDescriptor[], value: Json): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const field = fields.find((candidate) => candidate.name === name);
    return [name, field ? normalValue(field, field.format, member) : member];
  });
  return Object.fromEntries(members);
}
