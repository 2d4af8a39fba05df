import { formats } from "../../src/core/validation/formats.ts";
import { hasTwins } from "../../src/core/values/hasTwins.ts";
import { isMultipleOf } from "../../src/core/values/isMultipleOf.ts";
import { type DiagnosticMessage, notOneOf } from "../diagnostics.ts";
import type { FieldModel } from "../model.ts";

/** Why a schema cannot give a field this value or compare it with it; undefined if it can. */
export function valueError(field: FieldModel, value: unknown): DiagnosticMessage | undefined {
  return typeError(field, value) ?? boundsError(field, value);
}

function typeError({ name, schema }: FieldModel, value: unknown): DiagnosticMessage | undefined {
  if (schema.enum)
    return schema.enum.includes(value as string) ? undefined : notOneOf(value, schema.enum, `valid for ${name}`);
  if (isOfType(schema.type, value)) return undefined;
  return [`${JSON.stringify(value)} is not valid for ${name}`, TYPE_NAMES[schema.type ?? ""] ?? `type ${schema.type}`];
}

function boundsError(field: FieldModel, value: unknown): DiagnosticMessage | undefined {
  const { name, schema, minimum, maximum } = field;
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  const message = `${JSON.stringify(value)} is not valid for ${name}`;
  if (schema.const !== undefined && value !== schema.const) return [message, JSON.stringify(schema.const)];
  if (typeof value === "number") {
    if (above !== undefined && value <= above) return [message, `more than ${above}`];
    if (below !== undefined && value >= below) return [message, `less than ${below}`];
    if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) return [message, `a multiple of ${multipleOf}`];
    if (minimum !== undefined && value < minimum) return [message, `at least ${minimum}`];
    if (maximum !== undefined && value > maximum) return [message, `at most ${maximum}`];
  }
  if (typeof value === "string") {
    const { length } = [...value];
    if (length < (schema.minLength ?? 0)) return [message, `at least ${schema.minLength} characters`];
    if (length > (schema.maxLength ?? length)) return [message, `at most ${schema.maxLength} characters`];
    const isValid = (formats as Readonly<Record<string, (text: string) => boolean>>)[schema.format ?? ""];
    if (isValid && !isValid(value)) return [message, `format ${schema.format}`];
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value))
      return [message, `a text that matches ${schema.pattern}`];
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return [message, `at least ${schema.minItems} items`];
    if (value.length > (schema.maxItems ?? value.length)) return [message, `at most ${schema.maxItems} items`];
    if (schema.uniqueItems && hasTwins(value)) return [message, "entries that all differ"];
  }
  return undefined;
}

/** Types of JSON in words. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

export function isOfType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

/** Why a field cannot have the value of a query parameter, of which `active,locked` is two. */
export function parameterError(
  field: FieldModel,
  match: string,
  value: string | number | boolean,
): DiagnosticMessage | undefined {
  const values = match === "list" && typeof value === "string" ? value.split(",") : [value];
  for (const element of values) {
    // A pattern matches any text, and an id is also found by the name of its record.
    if (match === "wildcard") return undefined;
    const message = typeError(field, parseParameter(field, element));
    if (message) return message;
  }
  return undefined;
}

/** Query parameters are strings. */
function parseParameter({ schema }: FieldModel, value: string | number | boolean): unknown {
  if (typeof value !== "string") return value;
  if (schema.type === "boolean")
    return value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : value;
  const isNumber = schema.type === "integer" || schema.type === "number" || typeof schema.enum?.[0] === "number";
  return isNumber && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
}
