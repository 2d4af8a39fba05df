import { wireTypes } from "../../src/core/schema/kinds.ts";
import type { Report } from "../diagnostics.ts";
import type { FieldModel } from "../model.ts";
import type { FieldKeyword, PropertySchema } from "../schemaTypes.ts";

type Type = NonNullable<PropertySchema["type"]>;
type Keyword = keyof PropertySchema | `x-field.${keyof FieldKeyword}`;

const NUMBERS: readonly Type[] = ["integer", "number"];

/** Keywords that apply to some types only. */
const TYPES_OF_KEYWORD: readonly (readonly [keyword: Keyword, types: readonly Type[]])[] = [
  ["format", ["string"]],
  ["enum", ["string", "integer"]],
  ["minimum", NUMBERS],
  ["maximum", NUMBERS],
  ["exclusiveMinimum", NUMBERS],
  ["exclusiveMaximum", NUMBERS],
  ["multipleOf", NUMBERS],
  ["const", ["string", "integer", "number", "boolean"]],
  ["pattern", ["string"]],
  ["minLength", ["string"]],
  ["maxLength", ["string"]],
  ["minItems", ["array"]],
  ["maxItems", ["array"]],
  ["uniqueItems", ["array"]],
  ["items", ["array"]],
  ["properties", ["object"]],
  ["required", ["object"]],
  ["x-field.file", ["string"]],
  ["x-field.reference", ["integer"]],
  ["x-field.widget", ["array"]],
  ["x-field.summaryFields", ["array"]],
  ["x-field.secret", ["string"]],
  ["x-field.createdAt", ["string"]],
  ["x-field.aliasOf", ["string", "integer"]],
  ["x-field.derive", ["string", "integer", "boolean"]],
  ["x-field.filter", ["string", "integer", "number", "boolean", "object", "array"]],
];

/** Values of keywords that apply to some types only. */
const TYPES_OF_VALUE: readonly (readonly [keyword: Keyword, types: Readonly<Record<string, readonly Type[]>>])[] = [
  [
    "x-field.unit",
    {
      cents: NUMBERS,
      currency: ["number"],
      percent: NUMBERS,
      seconds: ["integer"],
      code: ["integer", "string"],
      phone: ["string"],
    },
  ],
  ["x-field.kind", Object.fromEntries(Object.entries(wireTypes).map(([kind, type]) => [kind, [type]]))],
  ["x-field.filter", { wildcard: ["string"] }],
];

/** Mutually exclusive keywords. */
const EXCLUSIVE: readonly (readonly [keyword: Keyword, other: Keyword])[] = [
  ["format", "enum"],
  ["minimum", "enum"],
  ["maximum", "enum"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMinimum", "enum"],
  ["exclusiveMaximum", "enum"],
  ["multipleOf", "enum"],
  ["multipleOf", "x-field.reference"],
  ["pattern", "enum"],
  ["pattern", "x-field.file"],
  ["pattern", "readOnly"],
  ["const", "enum"],
  ["const", "minimum"],
  ["const", "maximum"],
  ["const", "exclusiveMinimum"],
  ["const", "exclusiveMaximum"],
  ["const", "multipleOf"],
  ["const", "pattern"],
  ["const", "readOnly"],
  ["const", "x-field.reference"],
  ["const", "x-field.file"],
  ["const", "x-field.unique"],
  ["minLength", "enum"],
  ["maxLength", "enum"],
  ["minLength", "x-field.file"],
  ["maxLength", "x-field.file"],
  ["format", "x-field.file"],
  ["enum", "x-field.reference"],
  ["x-field.unit", "x-field.reference"],
  ["x-field.unit", "enum"],
  ["writeOnly", "readOnly"],
  ["x-field.immutable", "readOnly"],
  ["x-field.requiredWhen", "readOnly"],
  ["x-field.formatWhen", "readOnly"],
  ["x-field.formatElse", "readOnly"],
  ["x-field.inlineEdit", "readOnly"],
  ["x-field.excludeFromBulk", "readOnly"],
  ["x-field.inlineEdit", "x-field.immutable"],
  ["x-field.excludeFromBulk", "x-field.immutable"],
  ["x-field.inlineEdit", "x-field.internal"],
  ["x-field.excludeFromBulk", "x-field.internal"],
  ["x-field.schedule", "readOnly"],
  ["x-field.when", "x-field.internal"],
  ["x-field.requiredWhen", "x-field.internal"],
  ["x-field.formatWhen", "x-field.internal"],
  ["x-field.apiOnly", "x-field.internal"],
  ["x-field.unique", "x-field.computed"],
];

/** Keywords that require another one. */
const REQUIRED_BY: readonly (readonly [keyword: Keyword, other: Keyword])[] = [
  ["x-field.formatElse", "x-field.formatWhen"],
  ["x-field.aliasOf", "readOnly"],
  ["x-field.createdAt", "readOnly"],
];

/** Checks that the keywords of a field apply to its type and to each other. */
export function checkKeywords({ name, schema }: FieldModel, report: Report): void {
  const { type } = schema;
  const values = keywordValues(schema);
  const has = (keyword: Keyword) => values.has(keyword);
  const expectType = (keyword: Keyword, types: readonly Type[], subject: string) => {
    if (type === undefined || types.includes(type)) return;
    report(toSegments(keyword), `${subject} does not apply to ${name} of type ${type}`, `type ${types.join(" or ")}`);
  };
  for (const [keyword, types] of TYPES_OF_KEYWORD)
    if (has(keyword)) expectType(keyword, types, `"${shortName(keyword)}"`);
  for (const [keyword, byValue] of TYPES_OF_VALUE) {
    const value = String(values.get(keyword));
    const types = byValue[value];
    // Fractions of a second can be shown, but not typed.
    const isShown = value === "seconds" && schema.readOnly === true && schema.type === "number";
    if (types && !isShown) expectType(keyword, types, `${shortName(keyword)} "${value}"`);
  }
  for (const [keyword, other] of EXCLUSIVE) {
    if (!has(keyword) || !has(other)) continue;
    report(
      toSegments(keyword),
      `"${shortName(keyword)}" of ${name} cannot be combined with "${shortName(other)}"`,
      "only one of them",
    );
  }
  for (const [keyword, other] of REQUIRED_BY) {
    if (has(keyword) && !has(other))
      report(
        toSegments(keyword),
        `"${shortName(keyword)}" of ${name} requires "${shortName(other)}"`,
        `"${shortName(other)}": true`,
      );
  }
  if (schema["x-field"]?.inlineEdit === true && (type !== "string" || schema.enum))
    report(
      toSegments("x-field.inlineEdit"),
      `"inlineEdit" of ${name} does not say whether a slip does harm`,
      '"confirm", or "harmless" if it changes neither money nor rights nor calls',
    );
  checkChoices(name, schema, report);
}

function checkChoices(name: string, { type, enum: choices = [] }: PropertySchema, report: Report): void {
  const expected = type === "integer" ? "number" : "string";
  for (const [index, choice] of choices.entries()) {
    if (typeof choice === expected) continue;
    report(["enum", index], `enum value ${JSON.stringify(choice)} does not match the type of ${name}`, `type ${type}`);
  }
}

/** The keywords that say something, and what. */
function keywordValues(schema: PropertySchema): ReadonlyMap<string, unknown> {
  const byKeyword = new Map<string, unknown>();
  const take = (prefix: string, values: object) => {
    for (const [key, value] of Object.entries(values))
      if (value !== undefined && (value !== false || key === "const")) byKeyword.set(prefix + key, value);
  };
  take("", schema);
  take("x-field.", schema["x-field"] ?? {});
  return byKeyword;
}

function toSegments(keyword: Keyword): readonly string[] {
  return keyword.split(".");
}

function shortName(keyword: Keyword): string {
  return keyword.replace("x-field.", "");
}
