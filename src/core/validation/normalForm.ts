import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { type ConditionContext, isConditionMet } from "./conditions.ts";
import { toNormal as toDestination } from "./formats/call-destination.ts";
import { toNormal as toAddress } from "./formats/ip.ts";
import { toNormal as toNetwork } from "./formats/ip-or-cidr.ts";
import { toNormal as toPrefix } from "./formats/number-prefix.ts";

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

export function normalRecord(
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

function normalValue({ fields, items }: FieldDescriptor, format: string | undefined, value: Json): Json {
  if (typeof value === "string") return normalForm(format, value);
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
