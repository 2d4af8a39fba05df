import type { PropertySchema } from "../../../codegen/schemaTypes.ts";
import type { FieldDraft } from "../fieldSpec.ts";
import { isObject } from "./collection.ts";
import { findTarget } from "./references.ts";
import { formatOf } from "./textFormats.ts";

/** A schema with a mark at what was only guessed. */
export type Guessed = PropertySchema & { readonly $comment?: string };

/** So many values tell something about all of them. */
const ENOUGH = 8;
const MOST_CHOICES = 6;
/** Each choice is seen so often on average, or it is no choice. */
const REPEATED = 3;
const LENGTHS = [31, 63, 127, 255, 1023, 4095];
/** Formats that bound themselves. */
const UNBOUNDED = ["date-time", "date", "time-of-day"];
const MADE_BY_SERVER = /(?:_timestamp|_at|_count)$|^(?:created|modified)/;
const PHONE_NUMBER = ["ac", "cc", "sn"];

/** Fields of records that were seen; `resources` are those that a reference may lead to. */
export function fromRecords(
  records: readonly Readonly<Record<string, unknown>>[],
  resources: readonly string[],
): FieldDraft[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)).filter((name) => !/^_|^id$/.test(name)));
  return [...names].map((name) => {
    const values = records.map((record) => record[name]);
    const seen = values.filter((value) => value !== null && value !== undefined && value !== "");
    const { schema, why } = guessValue(name, seen, resources);
    const readOnly = MADE_BY_SERVER.test(name);
    const required = !readOnly && seen.length === records.length && schema.type !== "boolean";
    const reasons = [
      ...why,
      ...(readOnly ? ["readOnly by its name"] : []),
      ...(required ? [`required: all ${records.length} have it`] : []),
    ];
    const marked: Guessed = {
      ...(reasons.length > 0 ? { $comment: `guess: ${reasons.join("; ")}` } : {}),
      ...schema,
      ...(readOnly ? { readOnly } : {}),
    };
    return { name, required, schema: marked };
  });
}

interface Guess {
  readonly schema: PropertySchema;
  /** What may be wrong, each with its reason. */
  readonly why: readonly string[];
}

function guessValue(name: string, seen: readonly unknown[], resources: readonly string[]): Guess {
  if (seen.length === 0)
    return { schema: { type: "string", maxLength: 255 }, why: ["type and maxLength: no value was seen"] };
  if (seen.every((value) => typeof value === "boolean")) return { schema: { type: "boolean" }, why: [] };
  if (seen.every((value) => typeof value === "number")) return guessNumber(name, seen, resources);
  if (seen.every((value) => typeof value === "string")) return guessText(name, seen);
  if (seen.every(isObject)) return guessObject(seen, resources);
  if (seen.every(Array.isArray)) return guessList(name, seen.flat(), resources);
  return { schema: { type: "string", maxLength: 255 }, why: ["type: values of several types were seen"] };
}

function guessNumber(name: string, seen: readonly number[], resources: readonly string[]): Guess {
  if (!seen.every(Number.isInteger)) return { schema: { type: "number" }, why: [] };
  const { target, why } = findTarget(name, resources);
  if (target) return { schema: { type: "integer", "x-field": { reference: target } }, why };
  const least = Math.min(...seen);
  if (least < 0) return { schema: { type: "integer" }, why };
  return {
    schema: { type: "integer", minimum: 0 },
    why: [...why, `minimum: ${least} to ${Math.max(...seen)} was seen`],
  };
}

function guessText(name: string, seen: readonly string[]): Guess {
  const choices = [...new Set(seen)].sort();
  const isChoice = choices.every((choice) => /^[A-Za-z][\w-]{0,30}$/.test(choice));
  const format = formatOf(name, seen);
  if (
    !format &&
    isChoice &&
    choices.length > 1 &&
    choices.length <= MOST_CHOICES &&
    seen.length >= Math.max(ENOUGH, choices.length * REPEATED)
  ) {
    return { schema: { type: "string", enum: choices }, why: [`enum: no other of ${seen.length} values`] };
  }
  const longest = Math.max(...seen.map((value) => value.length));
  const maxLength = LENGTHS.find((length) => length >= longest * 2) ?? 65_535;
  const isUnique = choices.length === seen.length && seen.length >= ENOUGH && /name|domain|code|login|key$/.test(name);
  const bounded = format !== undefined && UNBOUNDED.includes(format);
  return {
    schema: {
      type: "string",
      ...(format ? { format } : {}),
      ...(bounded ? {} : { maxLength }),
      ...(isUnique ? { "x-field": { unique: "platform" } } : {}),
    },
    why: [
      ...(format ? [`format: all ${seen.length} values have it`] : []),
      ...(bounded ? [] : [`maxLength: the longest has ${longest}`]),
      ...(isUnique ? ["unique: no value twice"] : []),
    ],
  };
}

function guessObject(seen: readonly Record<string, unknown>[], resources: readonly string[]): Guess {
  const names = [...new Set(seen.flatMap((value) => Object.keys(value)))].sort();
  if (PHONE_NUMBER.every((part) => names.includes(part))) {
    return { schema: { $ref: "../shared/phone-number.schema.json" }, why: ["a phone number, by cc, ac and sn"] };
  }
  return { schema: { type: "object", ...members(seen, resources) }, why: [] };
}

function guessList(name: string, items: readonly unknown[], resources: readonly string[]): Guess {
  if (items.length === 0) {
    return { schema: { type: "array", items: { type: "string", maxLength: 255 } }, why: ["items: none was seen"] };
  }
  if (items.every(isObject)) {
    const { schema, why } = guessObject(items, resources);
    return { schema: { type: "array", items: schema }, why };
  }
  const { schema, why } = guessValue(name.replace(/_ids$/, "_id"), items, resources);
  return { schema: { type: "array", items: schema }, why };
}

function members(seen: readonly Record<string, unknown>[], resources: readonly string[]): Partial<PropertySchema> {
  const fields = fromRecords(seen, resources);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  };
}
