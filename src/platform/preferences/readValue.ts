import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { isList, type PreferenceDefinition, type PreferenceKind } from "../../core/telephony/preferenceKind.ts";
import {
  MAX_PREFERENCE_FILE_BYTES,
  MAX_PREFERENCE_LENGTH,
  MAX_PREFERENCE_VALUES,
  preferenceRuleError,
} from "../../core/telephony/preferences.ts";
import { businessError } from "../../core/validation/businessRules.ts";
import { type FieldError, fieldError } from "../../core/validation/errors.ts";
import { isValid as isIpOrCidr } from "../../core/validation/formats/ip-or-cidr.ts";
import { normalForm } from "../../core/validation/normalForm.ts";

/** Placeholder for a stored file's bytes; sending it back keeps them. */
export const KEPT_BLOB = "#blob";

type ReadValue = { readonly value: Json } | { readonly errors: readonly FieldError[] };

/** Whether this means "not set". An empty text is a choice of its own when listed. */
export function isUnset(definition: PreferenceDefinition, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (value === "") return !definition.enum?.includes("");
  return Array.isArray(value) && value.length === 0;
}

/**
 * Parses a preference's wire value: numbers and switches in any spelling become numbers and booleans, lists stay lists,
 * references stay names. Errors point to `/<attribute>[/<index>]`.
 */
export function readValue(definition: PreferenceDefinition, value: Json): ReadValue {
  const pointer = `/${definition.attribute}`;
  if (!isList(definition)) {
    const isFile = definition.data_type === "blob";
    if (Array.isArray(value) || (isObject(value) && !isFile)) {
      return { errors: [businessError(pointer, "preferenceSingle")] };
    }
    return readOne(definition, value, pointer);
  }
  if (!Array.isArray(value)) return { errors: [businessError(pointer, "preferenceList")] };
  if (value.length > MAX_PREFERENCE_VALUES)
    return invalidValue(fieldError(pointer, "maxItems", { limit: MAX_PREFERENCE_VALUES }));
  const read = value.map((entry, index) => readOne(definition, entry, `${pointer}/${index}`));
  const values = read.map((entry) => ("value" in entry ? entry.value : null));
  const errors = [
    ...read.flatMap((entry) => ("errors" in entry ? entry.errors : [])),
    ...(definition.uniqueItems ? duplicates(values, pointer) : []),
  ];
  return errors.length > 0 ? { errors } : { value: values };
}

function readOne(definition: PreferenceDefinition, value: Json, pointer: string): ReadValue {
  switch (definition.data_type) {
    case "boolean":
      return readBoolean(value, pointer);
    case "int":
      return readInteger(definition, value, pointer);
    case "enum":
      return readChoice(definition, value, pointer);
    case "string":
      return readText(definition, value, pointer);
    case "blob":
      return readFile(definition, value, pointer);
  }
}

function readBoolean(value: Json, pointer: string): ReadValue {
  if (value === true || value === 1 || value === "1" || value === "true") return { value: true };
  if (value === false || value === 0 || value === "0" || value === "false") return { value: false };
  return invalidValue(fieldError(pointer, "type", { type: "boolean" }));
}

function readInteger({ minimum }: PreferenceDefinition, value: Json, pointer: string): ReadValue {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) {
    return invalidValue(fieldError(pointer, "type", { type: "integer" }));
  }
  if (minimum !== undefined && number < minimum)
    return invalidValue(fieldError(pointer, "minimum", { limit: minimum }));
  return { value: number };
}

function readChoice(definition: PreferenceDefinition, value: Json, pointer: string): ReadValue {
  const choices = definition.enum ?? [];
  const choice = typeof value === "number" ? String(value) : value;
  if (typeof choice === "string" && choices.includes(choice)) return { value: choice };
  return invalidValue(fieldError(pointer, "enum", { allowedValues: choices.filter((each) => each !== null) }));
}

function readText({ minimum, format }: PreferenceDefinition, value: Json, pointer: string): ReadValue {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return invalidValue(fieldError(pointer, "type", { type: "string" }));
  if (text.length > MAX_PREFERENCE_LENGTH)
    return invalidValue(fieldError(pointer, "maxLength", { limit: MAX_PREFERENCE_LENGTH }));
  if (text.includes("\0") || !text.isWellFormed())
    return invalidValue(fieldError(pointer, "format", { format: "text" }));
  // Many of them end in a header of a call.
  if (/[\r\n]/.test(text)) return invalidValue(fieldError(pointer, "format", { format: "single-line" }));
  if (minimum !== undefined && !(/^\d+$/.test(text) && Number(text) >= minimum)) {
    return invalidValue(preferenceRuleError(pointer, "minimum", "wholeNumber", { limit: minimum }));
  }
  if (format === "ip-or-cidr" && !isIpOrCidr(text)) return invalidValue(fieldError(pointer, "format", { format }));
  if (format === "integer-list" && !/^\d+(,\d+)*$/.test(text)) {
    return invalidValue(preferenceRuleError(pointer, "format", "integerList", { format }));
  }
  return { value: normalForm(format, text) };
}

function readFile({ accept = [] }: PreferenceDefinition, value: Json, pointer: string): ReadValue {
  if (!isObject(value)) return invalidValue(fieldError(pointer, "type", { type: "object" }));
  const { content_type: type, data } = value;
  if (typeof type !== "string" || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) {
    return invalidValue(fieldError(`${pointer}/content_type`, "type", { type: "media-type" }));
  }
  if (accept.length > 0 && !accept.includes(type)) {
    return invalidValue(fieldError(`${pointer}/content_type`, "enum", { allowedValues: [...accept] }));
  }
  if (typeof data !== "string" || !(data === KEPT_BLOB || isBase64(data))) {
    return invalidValue(fieldError(`${pointer}/data`, "type", { type: "base64" }));
  }
  if (Buffer.byteLength(data, "base64") > MAX_PREFERENCE_FILE_BYTES) {
    return invalidValue(
      businessError(`${pointer}/data`, "preferenceFileSize", { limit: MAX_PREFERENCE_FILE_BYTES / 1024 }),
    );
  }
  return { value: { content_type: type, data } };
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** Errors of repeated values, which are as stored: one address in two spellings is one. null: refused already. */
function duplicates(values: readonly Json[], pointer: string): FieldError[] {
  return values.flatMap((value, index) =>
    value === null || values.indexOf(value) === index
      ? []
      : [businessError(`${pointer}/${index}`, "duplicateValue", { value })],
  );
}

/** The errors of an owner's values: of each, and of numbers that have to be greater than others. */
export function checkPreferences({ preferences, rules }: PreferenceKind, values: WireRecord): FieldError[] {
  const next: Record<string, Json> = {};
  const errors = preferences.flatMap((definition) => {
    const value = values[definition.attribute];
    const read = value === undefined || isUnset(definition, value) ? { value: null } : readValue(definition, value);
    if ("value" in read) next[definition.attribute] = read.value;
    return "errors" in read ? read.errors : [];
  });
  return [...errors, ...checkRules(rules, next)];
}

/** The errors of numbers that have to be greater than others. */
export function checkRules(rules: PreferenceKind["rules"], values: WireRecord): FieldError[] {
  return rules.flatMap(({ greater, than }) => {
    const [value, limit] = [values[greater], values[than]];
    if (typeof value !== "number" || typeof limit !== "number" || value > limit) return [];
    return [preferenceRuleError(`/${greater}`, "business", "greater", { than })];
  });
}

function invalidValue(error: FieldError): ReadValue {
  return { errors: [error] };
}
