import type { FieldDescriptor, FieldKind, ItemDescriptor, WireType } from "./descriptor.ts";
import { MAX_INTEGER } from "./ids.ts";

/** By kind; enums take the type of their values. */
const types: Readonly<Record<Exclude<FieldKind, "enum">, WireType>> = {
  text: "string",
  longText: "string",
  integer: "integer",
  decimal: "number",
  money: "number",
  percent: "number",
  duration: "integer",
  boolean: "boolean",
  reference: "integer",
  references: "array",
  dateTime: "string",
  date: "string",
  timeOfDay: "string",
  calendarRange: "string",
  callDestination: "string",
  email: "string",
  emailList: "string",
  host: "string",
  ip: "string",
  ipList: "array",
  phoneNumber: "object",
  phoneNumbers: "array",
  regex: "string",
  colour: "string",
  file: "string",
  password: "string",
  country: "string",
  timezone: "string",
  tags: "array",
  object: "object",
  list: "array",
};

export function wireType({ kind, type, enum: choices }: Pick<FieldDescriptor, "kind" | "type" | "enum">): WireType {
  if (type) return type;
  if (kind === "enum") return typeof choices?.[0] === "number" ? "integer" : "string";
  return types[kind];
}

/** Type and bounds of the entries of a list without fields: ids or texts. */
export function wireItem({ kind, items }: Pick<FieldDescriptor, "kind" | "items">): WireItem {
  return kind === "references"
    ? { type: "integer", minimum: 1, maximum: MAX_INTEGER, ...items }
    : { type: "string", ...items };
}

interface WireItem extends ItemDescriptor {
  readonly type: WireType;
}
