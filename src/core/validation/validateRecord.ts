import type { FieldDescriptor, Json, RuleName, WireRecord } from "../schema/descriptor.ts";
import type { GeneratedValidatorError } from "../schema/generatedValidator.ts";
import { isObject } from "../schema/isObject.ts";
import type { ResourceModule } from "../schema/resourceModule.ts";
import { type CommonPasswordTest, isLoginPassword } from "./commonPasswords.ts";
import { type ConditionContext, isConditionMet } from "./conditions.ts";
import { checkCrossRules } from "./crossRules.ts";
import { type FieldError, fieldError } from "./errors.ts";
import { type FileViolation, fileViolation, removedFile } from "./fileValue.ts";
import { isValid as isNumberPrefix } from "./formats/number-prefix.ts";
import { defaultsOf, normalizeRecord } from "./normalizeRecord.ts";
import { type PasswordPolicy, type PasswordViolation, passwordViolations } from "./passwordPolicy.ts";
import { type CanTake, transitionError } from "./transitions.ts";

export interface ValidationContext extends ConditionContext {
  readonly passwordPolicy?: PasswordPolicy;
  /** From `commonPasswordsFor`; absent: common passwords pass. */
  readonly isCommonPassword?: CommonPasswordTest;
  /** The stored record of an update; absent: its status may be any. */
  readonly previous?: WireRecord | undefined;
  /** Whether the caller has a right: transitions of a status may be for some roles. */
  readonly can?: CanTake;
}

export interface Validated {
  /** The normalised input: known, writable, visible fields, with defaults on create. */
  readonly record: WireRecord;
  /** Empty when valid; in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** Keywords of JSON Schema that are rules of ours. */
const ruleKeyword =
  /^(?:required|type|enum|const|format|pattern|multipleOf|uniqueItems|minProperties|exclusiveM(?:in|ax)imum|(?:min|max)(?:imum|Length|Items))$/;

/**
 * The one validation of a record, shared by form and server: normalises the input, drops hidden fields, then runs the
 * generated validator and the rules JSON Schema has no keyword for.
 */
export function validateRecord(module: ResourceModule, input: WireRecord, context: ValidationContext): Validated {
  const { fields, rules, name } = module.descriptor;
  const filled = withDefaults(fields, normalizeRecord(fields, input), context);
  const record = withoutNulls(withoutHidden(fields, filled, context));
  const errors = [
    ...schemaErrors(module, record).filter((error) => !isFreeFormat(error, fields, record, context)),
    ...otherFormats(fields, record, context),
    ...unsafeTexts(record, ""),
    ...missing(fields, record, context),
    ...weakPasswords(name, fields, record, context),
    ...wrongFiles(fields, record, context),
    ...checkCrossRules(rules, record),
    ...wrongTransition(module, record, context),
  ];
  return { record, errors: sortByField(distinctErrors(errors), fields) };
}

function withDefaults(fields: readonly FieldDescriptor[], record: WireRecord, { mode }: ConditionContext): WireRecord {
  return mode === "create" ? { ...defaultsOf(fields), ...record } : record;
}

/** Cleared fields count as missing from here on, in list entries as well. */
function withoutNulls(record: WireRecord): WireRecord {
  return filledParts(record as { [key: string]: Json }) as WireRecord;
}

function filledParts(value: Json): Json {
  if (Array.isArray(value)) return value.map(filledParts);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(members.map(([name, part]) => [name, filledParts(part)]));
}

/** Hidden fields are neither sent nor stored; hiding one may hide the next, so this repeats until nothing changes. */
export function withoutHidden(
  fields: readonly FieldDescriptor[],
  record: WireRecord,
  context: ConditionContext,
): WireRecord {
  const hidden = fields.filter(
    (field) => field.name in record && field.when !== undefined && !isConditionMet(field.when, record, context),
  );
  if (hidden.length === 0) return record;
  const names = new Set(hidden.map((field) => field.name));
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
  return withoutHidden(fields, rest, context);
}

function schemaErrors({ validate }: ResourceModule, record: WireRecord): FieldError[] {
  if (validate(record)) return [];
  const errors = (validate.errors ?? []).flatMap(toFieldError).map((error) => explained(error, validate, record));
  // A value of the wrong kind gets no length error: letters in a PIN are wrong, however many.
  const isForm = ({ rule }: FieldError) => rule === "format" || rule === "pattern";
  return [...errors.filter(isForm), ...errors.filter((error) => !isForm(error))];
}

/** Whether the field may have any format now: only the field itself, not what is inside it. */
function isFreeFormat(
  { rule, pointer }: FieldError,
  fields: readonly FieldDescriptor[],
  record: WireRecord,
  context: ConditionContext,
): boolean {
  if (rule !== "format") return false;
  const { formatWhen } = fields.find(({ name }) => `/${name}` === pointer) ?? {};
  return formatWhen !== undefined && !isConditionMet(formatWhen, record, context);
}

/** Texts whose other format holds now. */
function otherFormats(fields: readonly FieldDescriptor[], record: WireRecord, context: ConditionContext): FieldError[] {
  return fields.flatMap(({ name, formatWhen, formatElse }) => {
    const value = record[name];
    const isOther =
      formatWhen && formatElse && typeof value === "string" && !isConditionMet(formatWhen, record, context);
    return isOther && !isNumberPrefix(value) ? [fieldError(`/${name}`, "format", { format: formatElse })] : [];
  });
}

function toFieldError({ keyword, instancePath, params }: GeneratedValidatorError): FieldError[] {
  const rule = (keyword === "dependencies" ? "required" : keyword) as RuleName;
  if (!ruleKeyword.test(rule)) return [];
  const pointer = rule === "required" ? `${instancePath}/${String(params.missingProperty)}` : instancePath;
  return [fieldError(pointer, rule, params as Record<string, Json>)];
}

function explained(error: FieldError, { explain }: ResourceModule["validate"], record: WireRecord): FieldError {
  const explanation = error.rule === "format" ? explain?.[String(error.params.format)] : undefined;
  if (!explanation) return error;
  const { key, params } = explanation(textAt(record, error.pointer)) ?? error;
  return { ...error, key, params: { ...error.params, ...params } };
}

/** The value at a pointer as a text. */
function textAt(record: WireRecord, pointer: string): string {
  const names = pointer.slice(1).split("/");
  return String(names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record));
}

/** Types that the rule "type" checks: each has a text of its own. */
export const typeNames = ["string", "integer", "number", "boolean", "array", "object", "media-type", "base64"] as const;

/** The lists with more entries than they may have, at any depth: to be refused before their entries cost anything. */
export function longLists(fields: readonly FieldDescriptor[], record: WireRecord, pointer = ""): FieldError[] {
  return fields.flatMap(({ name, maxItems, fields: parts }) => {
    const value = record[name];
    const path = `${pointer}/${name}`;
    if (isObject(value)) return parts ? longLists(parts, value, path) : [];
    if (!Array.isArray(value)) return [];
    if (maxItems !== undefined && value.length > maxItems) return [fieldError(path, "maxItems", { limit: maxItems })];
    if (!parts) return [];
    return value.flatMap((entry, index) => (isObject(entry) ? longLists(parts, entry, `${path}/${index}`) : []));
  });
}

/** Texts that no database stores and no person types: NUL and lone surrogates. */
export function unsafeTexts(value: Json | WireRecord | undefined, pointer: string): FieldError[] {
  if (typeof value === "string") {
    return value.includes("\0") || !value.isWellFormed() ? [fieldError(pointer, "format", { format: "text" })] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(Array.isArray(value) ? [] : unsafeTexts(key, pointer)),
    ...unsafeTexts(member as Json, `${pointer}/${key}`),
  ]);
}

function missing(fields: readonly FieldDescriptor[], record: WireRecord, context: ConditionContext): FieldError[] {
  return fields
    .filter((field) => record[field.name] === undefined && isRequired(field, record, context))
    .map((field) => fieldError(`/${field.name}`, "required"));
}

/** Whether the field is required now: by its condition, or as a secret of a new record. */
export function isRequired(field: FieldDescriptor, record: WireRecord, context: ConditionContext): boolean {
  if (field.readOnly || field.internal) return false;
  if (field.when && !isConditionMet(field.when, record, context)) return false;
  if (field.required === true || (field.required === "create" && context.mode === "create")) return true;
  return field.requiredWhen !== undefined && isConditionMet(field.requiredWhen, record, context);
}

function weakPasswords(
  resource: string,
  fields: readonly FieldDescriptor[],
  record: WireRecord,
  { passwordPolicy: policy, isCommonPassword }: ValidationContext,
): FieldError[] {
  return fields
    .filter((field) => field.kind === "password" && typeof record[field.name] === "string")
    .flatMap((field) => {
      const username = [record.username, record.webusername, record.login].find((name) => typeof name === "string");
      const violations = passwordViolations(String(record[field.name]), {
        username: username as string | undefined,
        policy,
        isCommon: isLoginPassword(resource, field) ? isCommonPassword : undefined,
      });
      return violations.map((violation) => passwordError(`/${field.name}`, violation));
    });
}

function wrongFiles(fields: readonly FieldDescriptor[], record: WireRecord, context: ValidationContext): FieldError[] {
  return fields.flatMap((field): FieldError[] => {
    const value = record[field.name];
    if (!field.file || typeof value !== "string") return [];
    const pointer = `/${field.name}`;
    if (value === removedFile) return isRequired(field, record, context) ? [fieldError(pointer, "required")] : [];
    const violation = fileViolation(field.file, value);
    return violation ? [fileError(pointer, violation)] : [];
  });
}

function wrongTransition(
  { descriptor }: ResourceModule,
  record: WireRecord,
  { previous, ...context }: ValidationContext,
): FieldError[] {
  if (context.mode === "update" && !previous) return [];
  const error = transitionError(descriptor, previous, record, context);
  return error ? [error] : [];
}

export function fileError(pointer: string, { rule, params }: FileViolation): FieldError {
  return { pointer, rule: "format", params: { format: "file", ...params }, key: `rules.file.${rule}` };
}

export function passwordError(pointer: string, { rule, params }: PasswordViolation): FieldError {
  return { pointer, rule: "format", params: { format: "password", ...params }, key: `rules.password.${rule}` };
}

/** Without errors of the same rule at the same place. */
export function distinctErrors(errors: readonly FieldError[]): FieldError[] {
  return [...new Map(errors.map((error) => [`${error.pointer} ${error.key}`, error])).values()];
}

function sortByField(errors: readonly FieldError[], fields: readonly FieldDescriptor[]): FieldError[] {
  const order = new Map(fields.map((field, index) => [field.name, index]));
  const position = (error: FieldError) => order.get(error.pointer.split("/")[1] ?? "") ?? fields.length;
  return [...errors].sort((a, b) => position(a) - position(b));
}
