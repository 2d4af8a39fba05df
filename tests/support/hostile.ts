import type { FieldDescriptor, FieldKind, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { withValueAt } from "../../src/core/rulebook/samples.ts";
import type { PreferenceDefinition, PreferenceType } from "../../src/platform/preferences/preferenceKind.ts";

/** Values no field of any kind has, as JSON text: some of them no JavaScript value can be written back to. */
const HUGE = ["1e400", "-1e400", "123456789012345678901234567890", "1.5e300"];
const OBJECT = '{"a":1}';

/** JSON texts of the wrong type, or far out of every range, by the kind of the field. */
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

export function wrongValuesOf(field: FieldDescriptor): readonly string[] {
  return WRONG[field.kind];
}

/** Kinds whose values are texts that a person types. */
const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(["text", "longText", "email", "emailList", "host", "regex"]);

export function isText(field: FieldDescriptor): boolean {
  return TEXT_KINDS.has(field.kind) && field.enum === undefined;
}

/** What people who mean harm put where a text belongs, and what breaks careless code. */
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

/** Texts that no database keeps; as JSON, because one of them can not be sent any other way. */
export const IMPOSSIBLE_TEXTS = ['"a\\u0000b"', '"\\ud800"', '"x\\udfff"'];

export const OVERSIZE = JSON.stringify("x".repeat(1024 * 1024));

const WRONG_PREFERENCES: Readonly<Record<PreferenceType, readonly string[]>> = {
  string: ["true", OBJECT, OVERSIZE, ...IMPOSSIBLE_TEXTS],
  int: ['"abc"', '"NaN"', "1.5", "true", OBJECT, ...HUGE],
  boolean: ['"yes"', "2", OBJECT, "1e400"],
  enum: ['"no-such-value"', "true", OBJECT, '"__proto__"', OVERSIZE],
  blob: ['"x"', "7", OBJECT, '{"content_type":"text/html","data":7}', '{"content_type":7,"data":"AAAA"}'],
};

/** The same for a preference: one value where a list belongs and the other way round included. */
export function wrongPreferencesOf({ data_type, max_occur }: PreferenceDefinition): readonly string[] {
  const wrong = WRONG_PREFERENCES[data_type];
  return max_occur === 1 ? [...wrong, "[1]", "[[]]"] : [...wrong, ...wrong.map((json) => `[${json}]`)];
}

const RAW = "@@raw@@";

/** A body as JSON text with the text `json` as it is behind the pointer. */
export function bodyWith(descriptor: ResourceDescriptor, record: WireRecord, pointer: string, json: string): string {
  const marked = withValueAt(descriptor, record, pointer, RAW, { seed: "hostile", idOf: () => 1 });
  return JSON.stringify(marked).replace(`"${RAW}"`, () => json);
}

function same<Kind extends FieldKind>(values: readonly string[], kinds: readonly Kind[]) {
  return Object.fromEntries(kinds.map((kind) => [kind, values])) as Record<Kind, readonly string[]>;
}

/** A field somewhere in a record; `when` is the condition of the outermost, which shows it. */
export interface Place {
  readonly pointer: string;
  readonly field: FieldDescriptor;
  readonly outer: FieldDescriptor;
}

/** Every field of a resource that a request may write, those inside structures too. */
export function writablePlaces({ fields }: Pick<ResourceDescriptor, "fields">): Place[] {
  return fields
    .filter((field) => !field.readOnly && !field.internal)
    .flatMap((field) => [
      { pointer: `/${field.name}`, field, outer: field },
      ...inside(field, `/${field.name}`, field),
    ]);
}

function inside({ kind, fields = [] }: FieldDescriptor, pointer: string, outer: FieldDescriptor): Place[] {
  const item = kind === "list" || kind === "phoneNumbers" ? `${pointer}/0` : pointer;
  return fields
    .filter((field) => !field.readOnly && !field.internal)
    .flatMap((field) => {
      const own = `${item}/${field.name}`;
      return [{ pointer: own, field, outer }, ...inside(field, own, outer)];
    });
}
