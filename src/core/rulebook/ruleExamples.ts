import { formatExamples } from "../../generated/formatExamples.gen.ts";
import type { FieldDescriptor, FileDescriptor, Json, WireType } from "../schema/descriptor.ts";
import { wireItem, wireType } from "../schema/wireType.ts";
import { anyFile } from "../validation/fileValue.ts";
import { MEGABYTE } from "../values/bytes.ts";
import { codePointLength } from "../values/codePointLength.ts";
import { isMultipleOf } from "../values/isMultipleOf.ts";
import { BYTES, PICTURE, sampleFile } from "./sampleFiles.ts";

/** No test or reader wants an example longer than this; files are the exception. */
export const MAX_EXAMPLE_LENGTH = 4096;

const MAX_HOST_LENGTH = 253;
const MAX_EMAIL_LENGTH = 254;
const MAX_IBAN_LENGTH = 64;

/** A host name of exactly this length, with labels as short as people's. */
function hostOf(length: number): string {
  const end = ".example";
  if (length <= end.length) return "h".repeat(length);
  const labels = `${"h".repeat(20)}.`.repeat(length).slice(0, length - end.length);
  return `${labels.replace(/\.$/, "h")}${end}`;
}

function emailOf(length: number): string {
  const local = Math.min(64, length - "@h.example".length);
  return `${"x".repeat(local)}@${hostOf(length - local - 1)}`;
}

/** Comma-separated numbers of one digit, the first of two where the length is even. */
function numbersOf(length: number): string {
  return `${length % 2 === 0 ? "1" : ""}1${",1".repeat(Math.floor((length - 1) / 2))}`;
}

/** By format: a text of exactly this length that has it. Other formats fix their length themselves. */
const textsOfLength: Readonly<Record<string, (length: number) => string | undefined>> = {
  "domain-or-ip": (length) => (length <= MAX_HOST_LENGTH ? hostOf(length) : undefined),
  email: (length) => (length <= MAX_EMAIL_LENGTH ? emailOf(length) : undefined),
  "email-list-comma": (length) => {
    const rest = length % 40;
    return `${`${emailOf(39)},`.repeat(Math.floor(length / 40))}${rest > 12 ? emailOf(rest) : ",".repeat(rest)}`;
  },
  "http-url": (length) => "http://example.org/".padEnd(length, "x"),
  "hex-colour": (length) => (length <= 46 ? `rgba(0,0,0,${" ".repeat(length - 13)}1)` : undefined),
  iban: (length) => (length <= MAX_IBAN_LENGTH ? `AT61${" ".repeat(length - 20)}1904300234573201` : undefined),
  "hour-list": numbersOf,
  "minute-list": numbersOf,
  "month-day-list": numbersOf,
  "month-list": numbersOf,
  "week-list": numbersOf,
  "weekday-list": (length) => `${"1".repeat((length + 1) % 3)}MO${",MO".repeat(Math.floor((length - 2) / 3))}`,
  "year-day-list": numbersOf,
  "sip-uri": (length) => `sip:${emailOf(length - 4)}`,
};
const freeFormats =
  "identifier handle regex number-pattern uri-pattern number-wildcard call-destination routing-prefix header-name single-line".split(
    " ",
  );
const digitFormats = ["digits", "number-prefix", "number-or-uri"];
const MIN_TEXT_LENGTH = 24;

/** A text of this length that breaks no other rule of the field; undefined where the format allows none. */
export function textOfLength(
  { format, kind, patternExamples }: Pick<FieldDescriptor, "format"> & Partial<FieldDescriptor>,
  length: number,
): string | undefined {
  if (patternExamples) return patternExamples.valid.find((text) => codePointLength(text) === length);
  if (kind === "password") return length > 4 ? `Ab1!${"x".repeat(length - 4)}` : undefined;
  if (format === undefined || freeFormats.includes(format)) return "x".repeat(length);
  if (digitFormats.includes(format)) return "1".repeat(length);
  if (length >= MIN_TEXT_LENGTH) return textsOfLength[format]?.(length);
  return undefined;
}

/** A value that the field takes, to fill lists and neighbours with. */
export function exampleOf(field: FieldDescriptor): Json {
  const { kind, enum: choices, format = "", minLength = 1, patternExamples } = field;
  const type = wireType(field);
  if (field.const !== undefined) return field.const;
  if (patternExamples) return patternExamples.valid[0] ?? null;
  if (choices) return field.default ?? choices[0] ?? null;
  if (kind === "boolean") return field.default ?? false;
  if (type === "object") return membersOf(field);
  if (type === "array") return [];
  if (kind === "password") return textOfLength(field, 12) ?? null;
  if (type === "integer" || type === "number") return exampleNumber(field);
  if (format === "digits") return "1".repeat(minLength);
  const validExample = freeFormats.includes(format) ? undefined : formatExamples[format]?.valid[0];
  return validExample ?? textOfLength(field, minLength) ?? null;
}

/** A number that the field takes, 1 if possible. */
export function exampleNumber(field: FieldDescriptor): number {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = field;
  const step = multipleOf ?? (wireType(field) === "integer" ? 1 : MIN_FRACTION);
  const { minimum = above === undefined ? 1 : above + step, maximum = below === undefined ? Infinity : below - step } =
    field;
  const wanted = Math.min(Math.max(minimum, 1), maximum);
  if (multipleOf === undefined) return wanted;
  const count = Math.ceil(wanted / multipleOf);
  return [count, count - 1, 0].map((times) => inDecimals(times * multipleOf)).find(isWithin(field)) ?? wanted;
}

/** Without what binary fractions add: 0.30000000000000004 is 0.3. */
function inDecimals(value: number): number {
  return Number(value.toPrecision(12));
}

/** Whether a number keeps to the bounds and the steps of the field. */
export function isWithin(field: FieldDescriptor): (value: number) => boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = field;
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = field;
  return (value) =>
    value >= minimum &&
    value <= maximum &&
    value > above &&
    value < below &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf));
}

/** Multiples of the step of a field within its bounds, and numbers between them. */
export function multipleExamples(field: FieldDescriptor, step: number): { valid: number[]; invalid: number[] } {
  const first = exampleNumber(field);
  const half = wireType(field) === "integer" ? 1 : step / 2;
  return {
    valid: [first, inDecimals(first + step)].filter(isWithin(field)),
    invalid: [inDecimals(first + half), inDecimals(first + step + half)],
  };
}

function membersOf({ fields = [] }: Pick<FieldDescriptor, "fields">): { [name: string]: Json } {
  return Object.fromEntries(fields.filter(({ readOnly }) => !readOnly).map((field) => [field.name, exampleOf(field)]));
}

/** With texts of its own, as some lists take each but once. */
function numbered(fields: readonly FieldDescriptor[], number: number): { [name: string]: Json } {
  const texts = fields.flatMap(({ name, kind, format, readOnly }) => {
    if (kind === "email") return [[name, `x${number}@example.org`]];
    return kind === "text" && format === undefined && !readOnly ? [[name, `x${number}`]] : [];
  });
  return { ...membersOf({ fields }), ...Object.fromEntries(texts) };
}

/** With other numbers and choices as well, for lists that take no entry twice. */
function differing(fields: readonly FieldDescriptor[], number: number): Json {
  const others = fields.flatMap((field): [string, Json][] => {
    const { name, enum: choices, multipleOf = 1, patternExamples } = field;
    const values = choices ?? patternExamples?.valid;
    if (values) return [[name, values[(number - 1) % values.length] ?? null]];
    const value = exampleNumber(field) + (number - 1) * multipleOf;
    return ["integer", "number"].includes(wireType(field)) && isWithin(field)(value) ? [[name, value]] : [];
  });
  return { ...numbered(fields, number), ...Object.fromEntries(others) };
}

/** Entries of a list, all different where they are texts or numbers, with no more than they must have. */
export function exampleEntries(field: FieldDescriptor, count: number): Json[] {
  const writable = field.fields?.filter(({ readOnly }) => !readOnly);
  const fields = writable?.filter(({ required }, index) => required || index < (field.minProperties ?? 0));
  return Array.from({ length: count }, (_, index) => {
    const entryOf = field.uniqueItems ? differing : numbered;
    return fields ? entryOf(fields, index + 1) : exampleItem(field, index);
  });
}

/** An item of a list of texts or numbers, by its position. */
export function exampleItem(field: FieldDescriptor, index: number): Json {
  const { type, format = "" } = wireItem(field);
  const valid = formatExamples[format]?.valid ?? [];
  return type === "integer" ? index + 1 : (valid[index % valid.length] ?? `x${index + 1}`);
}

/** Entries with as few members as a list takes: where one is enough, an entry with each of them alone. */
export function leastEntriesOf(field: FieldDescriptor): Json[] {
  const writable = (field.fields ?? []).filter(({ readOnly }) => !readOnly);
  if (field.minProperties !== 1 || writable.some(({ required }) => required)) return exampleEntries(field, 1);
  return writable.map((member) => membersOf({ fields: [member] }));
}

/** Values of every other type than the one it has to be. */
export function wrongTypes(type: WireType): Json[] {
  switch (type) {
    case "string":
      return [42, true, { a: 1 }, ["x"]];
    case "integer":
      return ["twelve", 1.5, { a: 1 }, [1]];
    case "number":
      return ["twelve", { a: 1 }, [1]];
    case "boolean":
      return ["maybe", 7, { a: 1 }];
    case "object":
      return ["text", 7];
    case "array":
      return ["text", 7, { a: 1 }];
  }
}

/** Values that are not among these: one far from them, and one that is nearly the first or the highest. */
export function valuesOutside(choices: readonly (string | number)[]): (string | number)[] {
  const numbers = choices.filter((choice) => typeof choice === "number");
  if (numbers.length > 0) return [Math.max(...numbers) + 94, Math.max(...numbers) + 1];
  return ["no_such_value", `${choices[0]}_`];
}

/** The smallest fraction that inputs take: hundredths. */
const MIN_FRACTION = 0.01;

/** The numbers next to a bound on one side of it: the nearest that the type has, and for fractions the next whole one. */
export function stepsFrom(bound: number, type: WireType, direction: 1 | -1): number[] {
  const nextWhole = bound + direction;
  const near = bound + direction * MIN_FRACTION;
  // Beyond the safe integers, no fraction is left.
  return type === "integer" || Math.abs(bound) > 1e12 ? [nextWhole] : [Number(near.toFixed(2)), nextWhole];
}

const passwordWith = (more: number) => `Ab1!${"x".repeat(more)}`;

/** By message: what is wrong with a password, and passwords that have just that wrong with them. */
export const passwordRuleExamples: Readonly<Record<string, { valid: readonly string[]; invalid: readonly string[] }>> =
  {
    minLength: { valid: ["Ab1!efgh", "Ab1!efghi"], invalid: ["Ab1!efg"] },
    maxLength: { valid: [36, 35].map(passwordWith), invalid: [passwordWith(37)] },
    characters: { valid: ["Vis!ble~ASCII1"], invalid: ["Has blanks 1!", "Äccents-1are-not"] },
    digits: { valid: ["One_Digit_1"], invalid: ["No_Digit_Here"] },
    lowercase: { valid: ["LOWER_1x"], invalid: ["NO_LOWER_CASE_1"] },
    uppercase: { valid: ["upper_1X"], invalid: ["no_upper_case_1"] },
    special: { valid: ["Qz7_vmrk"], invalid: ["NoSpecialOne1"] },
  };

const PNG_HEAD = "data:image/png;base64,iVBORw0KGgoA";
/** An example as large as the largest of larger files would be most of the rule book. */
const MAX_EXAMPLE_BYTES = MEGABYTE;

function pictureOf(bytes: number): string {
  // Three bytes are four characters; nine bytes are in the head.
  return `${PNG_HEAD}${"A".repeat(Math.floor((bytes - 9) / 3) * 4)}${["", "AA==", "AAA="][bytes % 3]}`;
}

/** The sample drawing with blanks behind it. */
function drawingOf(bytes: number): string {
  const [header = "", base64 = ""] = sampleFile(["image/svg+xml"]).split(",");
  return `${header},${btoa(atob(base64).padEnd(bytes))}`;
}

/** An upload that nobody has begun. */
const UPLOAD = "upload:00000000-0000-4000-8000-000000000000";

/** By message: data URLs with just that wrong with them. */
export function fileRuleExamples({
  types,
  maxBytes,
  streamed,
}: FileDescriptor): Record<string, { valid: readonly string[]; invalid: readonly string[] }> {
  const good = sampleFile(types);
  const padded = types.includes("image/png") ? pictureOf : types.includes("image/svg+xml") ? drawingOf : undefined;
  const sizes = maxBytes > MAX_EXAMPLE_BYTES || !padded ? [] : [maxBytes, maxBytes + 1].map(padded);
  return {
    unreadable: { valid: [good], invalid: ["logo.png", "data:image/png;base64,###"] },
    empty: { valid: [good], invalid: ["data:image/png;base64,"] },
    size: { valid: sizes.slice(0, 1), invalid: sizes.slice(1) },
    ...(types.includes(anyFile)
      ? {}
      : {
          type: {
            valid: [good],
            invalid: [
              types.includes("text/xml") ? BYTES : "data:image/png;base64,PGh0bWw+",
              types.includes("image/png") ? sampleFile(["audio/x-wav"]) : PICTURE,
            ],
          },
        }),
    ...(streamed ? { upload: { valid: [], invalid: [UPLOAD] } } : {}),
  };
}
