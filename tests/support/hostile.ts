import { isDeepStrictEqual } from "node:util";
import type { FieldDescriptor, FieldKind, Json, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { readScalars } from "../../src/core/readScalars.ts";
import { withValueAt } from "../../src/core/rulebook/samples.ts";

/** Numbers that no field accepts, as JSON text: JavaScript cannot represent some of them. */
const HUGE = ["1e400", "-1e400", "123456789012345678901234567890", "1.5e300"];
const OBJECT = '{"a":1}';

/** JSON of the wrong type or far out of range, by kind. */
const WRONG: Readonly<Record<FieldKind, readonly string[]>> = {
  ...same(
    ["7", "true", OBJECT, '["a"]', ...HUGE],
    [
      "text",
      "longText",
      "email",
      "emailList",
      "host",
      "ip",
      "regex",
      "colour",
      "file",
      "password",
      "country",
      "timezone",
      "date",
      "timeOfDay",
      "calendarRange",
      "callDestination",
      "dateTime",
    ],
  ),
  ...same(
    ['"abc"', '"NaN"', '"Infinity"', '"1e400"', "true", OBJECT, "[1]", ...HUGE],
    ["integer", "decimal", "money", "percent", "duration", "reference"],
  ),
  boolean: ['"yes"', "2", OBJECT, "[true]", ...HUGE],
  enum: ['"no-such-value"', "7", "true", OBJECT, '["active"]', '"__proto__"', ...HUGE],
  references: ['"x"', "7", OBJECT, '["x"]', "[1.5]", `[${OBJECT}]`, "[1e400]"],
  tags: ["7", OBJECT, "[7]", `[${OBJECT}]`],
  ipList: ["7", OBJECT, "[7]", `[${OBJECT}]`, '["no-ip"]'],
  object: ['"x"', "7", "true", "[1]"],
  phoneNumber: ['"x"', "7", "true", "[1]", '{"cc":7}', '{"cc":"x","ac":"1","sn":"1"}'],
  list: ['"x"', "7", "true", OBJECT, "[7]", '["x"]'],
  phoneNumbers: ['"x"', "7", "true", OBJECT, "[7]", '["x"]'],
};

/** Wrong values, except for those that the API coerces to a valid one. */
export function wrongValuesOf(field: FieldDescriptor): readonly string[] {
  return WRONG[field.kind].filter((json) => {
    const value = JSON.parse(json) as Json;
    return isDeepStrictEqual(readScalars([field], { [field.name]: value })[field.name], value);
  });
}

/** Kinds that hold free text. */
const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(["text", "longText", "email", "emailList", "host", "regex"]);

export function isText(field: FieldDescriptor): boolean {
  return TEXT_KINDS.has(field.kind) && field.enum === undefined;
}

/** Injection attempts and texts that break careless code. */
export const HOSTILE_TEXTS = [
  "'; drop table resellers; --",
  "' or '1'='1",
  '"><script>alert(1)</script>',
  "<img src=x onerror=alert(1)>",
  "%00%ff\\u0000",
  "\u{1f4de} \u202e x",
  "{{7*7}} #{7*7} <%= 7*7 %>",
  "../../../etc/passwd",
  "$null",
  "constructor",
  "__proto__",
  "NaN",
  "Infinity",
  "1e400",
  "9".repeat(400),
  "\\",
  "*%_",
  "a,b,,c",
  "\r\nSet-Cookie: a=b",
];

/** Texts that no database can store, as JSON because some cannot be written otherwise. */
export const IMPOSSIBLE_TEXTS = ['"a\\u0000b"', '"\\ud800"', '"x\\udfff"'];

export const OVERSIZE = JSON.stringify("x".repeat(1024 * 1024));

const PLACEHOLDER = "@@raw@@";

/** A request body with raw JSON at the pointer. */
export function bodyWith(descriptor: ResourceDescriptor, record: WireRecord, pointer: string, json: string): string {
  const body = withValueAt(descriptor, record, pointer, PLACEHOLDER, { seed: "hostile", idOf: () => 1 });
  return JSON.stringify(body).replace(`"${PLACEHOLDER}"`, () => json);
}

function same<Kind extends FieldKind>(values: readonly string[], kinds: readonly Kind[]) {
  return Object.fromEntries(kinds.map((kind) => [kind, values])) as Record<Kind, readonly string[]>;
}

/** A field in a record; `when` is the condition of its top-level field. */
export interface Place {
  readonly pointer: string;
  readonly field: FieldDescriptor;
  readonly outer: FieldDescriptor;
}

/** Every writable field of a resource, including nested ones. */
export function writablePlaces({ fields }: Pick<ResourceDescriptor, "fields">): Place[] {
  return fields
    .filter((field) => !field.readOnly && !field.internal)
    .flatMap((field) => [
      { pointer: `/${field.name}`, field, outer: field },
      ...nestedPlaces(field, `/${field.name}`, field),
    ]);
}

function nestedPlaces({ kind, fields = [] }: FieldDescriptor, pointer: string, outer: FieldDescriptor): Place[] {
  const item = kind === "list" || kind === "phoneNumbers" ? `${pointer}/0` : pointer;
  return fields
    .filter((field) => !field.readOnly && !field.internal)
    .flatMap((field) => {
      const own = `${item}/${field.name}`;
      return [{ pointer: own, field, outer }, ...nestedPlaces(field, own, outer)];
    });
}
