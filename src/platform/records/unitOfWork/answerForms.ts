import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { wireType } from "../../../core/schema/wireType.ts";
import { parseWireInstant, toPlatformTime, toRfc3339In } from "../../../core/values/dateTime.ts";
import { memoize } from "../../../core/values/memoize.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** Fields whose answers differ from what is stored: by their form (`answer` of the schema), or as lists with all members. */
const answeredFields = memoize((fields: readonly FieldDescriptor[]): readonly FieldDescriptor[] =>
  fields.filter(({ answer, fields: members }) => answer !== undefined || members !== undefined),
);

/** Gives the fields of records the form that answers have. */
export function writeAnswers({ descriptor, timeZone }: ResourcePlan, records: readonly WireRecord[]): void {
  const fields = answeredFields(descriptor.fields);
  for (const record of records)
    for (const field of fields) {
      const value = record[field.name];
      if (value !== undefined) record[field.name] = answerOf(field, value, timeZone);
    }
}

function answerOf(field: FieldDescriptor, value: Json, zone: string): Json {
  if (value === null) return field.answer?.empty ? emptyOf(field) : null;
  if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? answerOf(field, entry, zone) : entry));
  if (isObject(value)) return field.fields ? answerObject(field.fields, value, zone) : value;
  switch (field.answer?.as) {
    case "number":
      return Number(value);
    case "text":
      return String(value);
    case "localTime":
      return toTime(value, zone, toPlatformTime);
    case "offsetTime":
      return toTime(value, zone, toRfc3339In);
    default:
      return value;
  }
}

function emptyOf(field: FieldDescriptor): Json {
  if (field.default !== undefined) return field.default;
  return wireType(field) === "array" ? [] : "";
}

/** An object with all its members, as clients of the older API expect them. */
function answerObject(members: readonly FieldDescriptor[], value: { [name: string]: Json }, zone: string): Json {
  const answer = { ...value };
  for (const member of members)
    if (!member.writeOnly) answer[member.name] = answerOf(member, value[member.name] ?? null, zone);
  return answer;
}

function toTime(value: string | number | boolean, zone: string, print: (instant: Date, zone: string) => string): Json {
  const instant = typeof value === "string" ? parseWireInstant(value, zone) : null;
  return instant ? print(instant, zone) : value;
}
