export type WireType = "string" | "integer" | "number" | "boolean" | "object" | "array";

/**
 * Every kind of field with its type on the wire; of enums, unless their values are numbers. `codegen/kind.ts` says how a schema
 * declares a field of a kind, a folder of `panel/kinds` how people see and enter it.
 */
export const wireTypes = {
  text: "string",
  longText: "string",
  integer: "integer",
  decimal: "number",
  money: "number",
  percent: "number",
  duration: "integer",
  boolean: "boolean",
  enum: "string",
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
} as const satisfies Record<string, WireType>;

/** The kind of a field, decided once by codegen. */
export type FieldKind = keyof typeof wireTypes;

/** Numbers of any unit, and ids. */
export function isNumberKind(kind: FieldKind): boolean {
  return wireTypes[kind] === "integer" || wireTypes[kind] === "number";
}

/** Texts that may consist of digits alone: a number in place of one is the text of its digits. */
export const digitKinds: ReadonlySet<FieldKind> = new Set([
  "text",
  "longText",
  "password",
  "regex",
  "callDestination",
  "calendarRange",
  "tags",
]);
