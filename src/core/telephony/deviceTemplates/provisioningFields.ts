import type { FieldKind, Json, WireRecord } from "../../schema/descriptor.ts";
import { isBlank } from "../../schema/valueAt.ts";
import { type FieldError, fieldError } from "../../validation/errors.ts";
import { type FormatName, formats } from "../../validation/formats.ts";
import { toBoolean } from "../../validation/normalizeRecord.ts";

/** Kinds that a field of a form can have, out of those of the vocabulary. */
const kinds = [
  ...["text", "longText", "integer", "decimal", "boolean", "enum", "email", "password", "date", "dateTime"],
  ...["timeOfDay", "country", "timezone", "ip", "host", "regex"],
] as const;

/** Names that templates of older platforms have for them, in lower case. */
const olderTypes: Readonly<Record<string, FieldKind>> = {
  ...{ textarea: "longText", checkbox: "boolean", bool: "boolean", select: "enum", posinteger: "integer" },
  ...{ float: "decimal", money: "decimal", ipaddress: "ip", duration: "integer" },
};

const kindByType: ReadonlyMap<string, FieldKind> = new Map([
  ...kinds.map((kind) => [kind.toLowerCase(), kind as FieldKind] as const),
  ...Object.entries(olderTypes),
]);

/** The type of a field whose value is computed. */
export const calculated = "calculated";

export const fieldTypes: readonly string[] = [...kinds, calculated];

/** The kind of a field's type; undefined if there is none of this name. */
export function fieldKindOfType(type: string): FieldKind | undefined {
  return kindByType.get(type.toLowerCase());
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface ProvisioningField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly help?: string | undefined;
  readonly default?: Json | undefined;
  readonly options?: readonly Option[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly format?: FormatName | undefined;
}

const MAX_FIELD_LENGTH = 4096;

/** The values of a form or of a line, by the fields' names; what is no field stays, for templates that use it. */
export function readRow(fields: readonly ProvisioningField[], input: WireRecord) {
  const row: Record<string, Json> = {};
  for (const [name, value] of Object.entries(input)) if (isScalar(value)) row[name] = value;
  const errors: FieldError[] = [];
  for (const field of fields) {
    const given = input[field.name];
    const value = isBlank(given) ? (field.default ?? null) : readValue(field, given as Json);
    row[field.name] = value;
    const error = value === null ? missing(field) : errorOf(field, value);
    if (error) errors.push(error);
  }
  return { row, errors };
}

const isScalar = (value: Json | undefined): value is string | number | boolean =>
  value !== undefined && value !== null && typeof value !== "object";

function missing({ name, required }: ProvisioningField): FieldError | undefined {
  return required ? fieldError(`/${name}`, "required") : undefined;
}

function readValue({ kind }: ProvisioningField, value: Json): Json {
  if (kind === "boolean") return toBoolean(typeof value === "string" ? value.trim().toLowerCase() : value);
  const text = typeof value === "string" ? value.trim() : value;
  if ((kind === "integer" || kind === "decimal") && typeof text === "string") {
    return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
  }
  // A file and a program may send a text of digits as a number.
  return typeof text === "number" && kind !== "integer" && kind !== "decimal" ? String(text) : text;
}

/** Formats that a kind implies. */
const formatOf: Partial<Record<FieldKind, FormatName>> = {
  ...{ email: "email", date: "date", dateTime: "date-time", timeOfDay: "time-of-day", ip: "ip" },
  ...{ host: "domain-or-ip", regex: "regex", country: "iso-3166-alpha2", timezone: "timezone-name" },
};

function errorOf(field: ProvisioningField, value: Json): FieldError | undefined {
  const { kind, minimum, maximum, minLength, maxLength = MAX_FIELD_LENGTH, options } = field;
  const pointer = `/${field.name}`;
  if (kind === "boolean") return typeof value === "boolean" ? undefined : typeError(pointer, "boolean");
  if (kind === "integer" || kind === "decimal") {
    if (typeof value !== "number" || (kind === "integer" && !Number.isSafeInteger(value)))
      return typeError(pointer, kind === "integer" ? "integer" : "number");
    if (minimum !== undefined && value < minimum) return fieldError(pointer, "minimum", { limit: minimum });
    if (maximum !== undefined && value > maximum) return fieldError(pointer, "maximum", { limit: maximum });
    return undefined;
  }
  if (typeof value !== "string") return typeError(pointer, "string");
  if (options && !options.some((option) => option.value === value))
    return fieldError(pointer, "enum", { allowedValues: options.map((option) => option.value) });
  if (minLength !== undefined && value.length < minLength)
    return fieldError(pointer, "minLength", { limit: minLength });
  if (value.length > maxLength) return fieldError(pointer, "maxLength", { limit: maxLength });
  const format = field.format ?? formatOf[kind];
  return format && !formats[format](value) ? fieldError(pointer, "format", { format }) : undefined;
}

function typeError(pointer: string, type: string): FieldError {
  return fieldError(pointer, "type", { type });
}
