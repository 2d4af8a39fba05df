import type { PropertySchema } from "../../../codegen/schemaTypes.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import { formats } from "../../../src/core/validation/formats.ts";
import { type FieldDraft, MONEY_UNITS, TEXT_LENGTH, UNBOUNDED } from "../fieldSpec.ts";
import { findTarget } from "./references.ts";

/** A schema with comments on what was guessed. */
export type CommentedSchema = PropertySchema & { readonly $comment?: string };

/** Minimum number of values to generalize from. */
const MIN_VALUES = 8;
const MAX_CHOICES = 6;
/** Minimum average occurrences of a choice. */
const MIN_REPEATS = 3;
const LENGTHS = [31, 63, 127, 255, 1023, 4095];
const SERVER_FIELDS = /(?:_timestamp|_at|_count)$|^(?:created|modified)/;
const PHONE_NUMBER = ["ac", "cc", "sn"];

/** Infers fields from sample records; `resources` are possible targets of references. */
export function fromRecords(
  records: readonly Readonly<Record<string, unknown>>[],
  resources: readonly string[],
): FieldDraft[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)).filter((name) => !/^_|^id$/.test(name)));
  return [...names].map((name) => {
    const values = records.map((record) => record[name]);
    const present = values.filter((value) => value !== null && value !== undefined && value !== "");
    const guessed = guessValue(name, present, resources);
    const unit = unitOf(name, guessed.schema, present, names);
    const schema: PropertySchema = unit ? { ...guessed.schema, "x-field": { unit } } : guessed.schema;
    const why = unit ? [...guessed.why, `unit: by its name${unit === "cents" ? ", in cents" : ""}`] : guessed.why;
    const readOnly = SERVER_FIELDS.test(name);
    const required = !readOnly && present.length === records.length && schema.type !== "boolean";
    const reasons = [
      ...why,
      ...(readOnly ? ["readOnly: by its name"] : []),
      ...(required ? [`required: present in all ${records.length} records`] : []),
    ];
    const marked: CommentedSchema = {
      ...(reasons.length > 0 ? { $comment: `guess: ${reasons.join("; ")}` } : {}),
      ...schema,
      ...(readOnly ? { readOnly } : {}),
    };
    return { name, required, schema: marked };
  });
}

/** Numbers that are more than numbers, by the words in their names. */
const UNITS = [
  ["cents", "integer", /(?:^|_)(?:amount|balance|charge|cost|credit|fee|price|cents)(?:_|$)/],
  ["seconds", "integer", /(?:^|_)(?:duration|seconds|secs|timeout|ttl|interval)(?:_|$)/],
  ["percent", "integer", /(?:^|_)(?:percent|percentage|pct|discount)(?:_|$)/],
  ["currency", "number", /(?:^|_)(?:amount|balance|charge|cost|credit|fee|price)(?:_|$)/],
] as const;
/** A phone number as people write it. */
const WRITTEN_PHONE = /^\+?[\d ()/.-]{6,24}$/;

/** Money needs a currency, so the record has to have one. */
function unitOf(name: string, schema: PropertySchema, values: readonly unknown[], names: ReadonlySet<string>) {
  if (values.length === 0 || schema.format || schema["x-field"]) return undefined;
  const isPhone = (value: unknown) =>
    typeof value === "string" && WRITTEN_PHONE.test(value) && (PHONE_NAME.test(name) || value.startsWith("+"));
  if (schema.type === "string") return !schema.enum && values.every(isPhone) ? ("phone" as const) : undefined;
  const [unit] = UNITS.find(([, type, words]) => schema.type === type && words.test(name)) ?? [];
  return unit && MONEY_UNITS.includes(unit) && !names.has("currency") ? undefined : unit;
}

interface InferredSchema {
  readonly schema: PropertySchema;
  /** Uncertain parts, each with its reason. */
  readonly why: readonly string[];
}

function guessValue(name: string, values: readonly unknown[], resources: readonly string[]): InferredSchema {
  if (values.length === 0)
    return { schema: { type: "string", maxLength: TEXT_LENGTH }, why: ["type and maxLength: no values found"] };
  if (values.every((value) => typeof value === "boolean")) return { schema: { type: "boolean" }, why: [] };
  if (values.every((value) => typeof value === "number")) return guessNumber(name, values, resources);
  if (values.every((value) => typeof value === "string")) return guessText(name, values);
  if (values.every(isObject)) return guessObject(values, resources);
  if (values.every(Array.isArray)) return guessList(name, values.flat(), resources);
  return { schema: { type: "string", maxLength: TEXT_LENGTH }, why: ["type: values have several types"] };
}

function guessNumber(name: string, values: readonly number[], resources: readonly string[]): InferredSchema {
  if (!values.every(Number.isInteger)) return { schema: { type: "number" }, why: [] };
  const { target, why } = findTarget(name, resources);
  if (target) return { schema: { type: "integer", "x-field": { reference: target } }, why };
  const minimum = Math.min(...values);
  if (minimum < 0) return { schema: { type: "integer" }, why };
  return {
    schema: { type: "integer", minimum: 0 },
    why: [...why, `minimum: values range from ${minimum} to ${Math.max(...values)}`],
  };
}

function guessText(name: string, values: readonly string[]): InferredSchema {
  const choices = [...new Set(values)].sort();
  const isChoice = choices.every((choice) => /^[A-Za-z][\w-]{0,30}$/.test(choice));
  const format = formatOf(name, values);
  if (
    !format &&
    isChoice &&
    choices.length > 1 &&
    choices.length <= MAX_CHOICES &&
    values.length >= Math.max(MIN_VALUES, choices.length * MIN_REPEATS)
  ) {
    return { schema: { type: "string", enum: choices }, why: [`enum: all ${values.length} values are among these`] };
  }
  const longest = Math.max(...values.map((value) => value.length));
  const maxLength = LENGTHS.find((length) => length >= longest * 2) ?? 65_535;
  const isUnique =
    choices.length === values.length && values.length >= MIN_VALUES && /name|domain|code|login|key$/.test(name);
  const bounded = format !== undefined && UNBOUNDED.includes(format);
  return {
    schema: {
      type: "string",
      ...(format ? { format } : {}),
      ...(bounded ? {} : { maxLength }),
      ...(isUnique ? { "x-field": { unique: "platform" } } : {}),
    },
    why: [
      ...(format ? [`format: all ${values.length} values match`] : []),
      ...(bounded ? [] : [`maxLength: the longest value has ${longest}`]),
      ...(isUnique ? ["unique: no duplicate values"] : []),
    ],
  };
}

function guessObject(objects: readonly Record<string, unknown>[], resources: readonly string[]): InferredSchema {
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))].sort();
  if (PHONE_NUMBER.every((part) => names.includes(part))) {
    return { schema: { $ref: "../shared/phone-number.schema.json" }, why: ["phone number: has cc, ac and sn"] };
  }
  return { schema: { type: "object", ...membersOf(objects, resources) }, why: [] };
}

/** Entries that a list may have: more than a person would make. */
export const MAX_LIST_ENTRIES = 100;

function guessList(name: string, items: readonly unknown[], resources: readonly string[]): InferredSchema {
  if (items.length === 0) {
    return {
      schema: { type: "array", maxItems: MAX_LIST_ENTRIES, items: { type: "string", maxLength: TEXT_LENGTH } },
      why: ["items: no entries found"],
    };
  }
  if (items.every(isObject)) {
    const { schema, why } = guessObject(items, resources);
    return { schema: { type: "array", maxItems: MAX_LIST_ENTRIES, items: schema }, why };
  }
  const { schema, why } = guessValue(name.replace(/_ids$/, "_id"), items, resources);
  return { schema: { type: "array", maxItems: MAX_LIST_ENTRIES, items: schema }, why };
}

function membersOf(objects: readonly Record<string, unknown>[], resources: readonly string[]): Partial<PropertySchema> {
  const fields = fromRecords(objects, resources);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  };
}

/** Names of fields with phone numbers. */
export const PHONE_NAME = /number|cli|phone|e164|msisdn|caller|callee|(?:^|_)(?:ani|did|dnis|fax|mobile)(?:_|$)/;

interface FormatClue {
  readonly format: keyof typeof formats;
  /** Names that the field has to have. */
  readonly name?: RegExp;
  /** Values of a field without such a name: other things have the format by chance. */
  readonly look?: RegExp;
}

/** Formats that values tell, in order of precedence; of some values only together with the name of their field. */
const FORMATS: readonly FormatClue[] = [
  ...(["date-time", "date", "time-of-day", "email", "email-list-comma", "ip", "ip-or-cidr"] as const).map(withoutName),
  ...(["http-url", "sip-uri", "hex-colour"] as const).map(withoutName),
  // A dozen digits may be anything, and countries are names of time zones, too.
  { format: "mac", name: /mac/, look: /[:.-]|[a-f]/i },
  { format: "timezone-name", name: /zone|(?:^|_)tz(?:_|$)/, look: /\// },
  { format: "iso-3166-alpha2", name: /country/ },
  { format: "iban", name: /iban/ },
  { format: "bic", name: /bic|swift/ },
  { format: "e164", name: PHONE_NAME, look: /^\+\d{7}/ },
  { format: "domain-or-ip", name: /domain|host|fqdn|server/ },
];

function withoutName(format: keyof typeof formats): FormatClue {
  return { format };
}

/** The first format that all values have. */
function formatOf(field: string, values: readonly string[]): string | undefined {
  const fits = ({ name, look }: FormatClue) =>
    (!name && !look) ||
    (name?.test(field) ?? false) ||
    (look !== undefined && values.every((value) => look.test(value)));
  return FORMATS.find((clue) => fits(clue) && values.every((value) => formats[clue.format](value)))?.format;
}
