import type { FieldErrors, FieldValues, ResolverResult, UseFormReturn } from "react-hook-form";
import type { FieldDescriptor, FieldKind, WireRecord } from "../../../core/schema/descriptor.ts";
import { isNumberKind } from "../../../core/schema/kinds.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { type ErrorMessages, noErrors } from "../../kinds/controls/InputProps.ts";
import { checkParts, type PartsCheck, withoutParts, withPartRecords } from "./checkParts.ts";
import { checkRecord } from "./checkRecord.ts";
import { type ErrorMessageContext, errorMessage } from "./errorMessages.ts";
import { topField } from "./fieldId.ts";
import type { WireContext, WireForm } from "./override.ts";
import type { RelatedSource } from "./referencedValues.ts";

export type PanelForm = UseFormReturn<FieldValues, unknown, WireRecord>;

/** The rules and context that a form's values are checked with. */
export interface FormCheck {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  readonly record?: WireRecord;
  readonly passwordPolicy: PasswordPolicy;
  /** Records that conditions read, and how to load them. */
  readonly sources: readonly RelatedSource[];
  readonly load: PartsCheck["load"];
  readonly toWire: (values: WireRecord, context: WireContext) => WireForm;
  /** Fields that neither the user nor the URL sets here. */
  readonly fixedFields: ReadonlySet<string>;
  readonly problems: ErrorMessageContext;
  /** Records that the form makes together with its own. */
  readonly composite?: PartsCheck;
}

/**
 * Validates a form with the function that the server uses. Resolves to the record to send, or to errors at the record's
 * fields, with their messages by pointer below them.
 */
export async function checkForm(
  values: WireRecord,
  check: FormCheck,
): Promise<ResolverResult<FieldValues, WireRecord>> {
  const { module, mode, record, passwordPolicy, sources, load, toWire, fixedFields, problems, composite } = check;
  const parts = composite?.parts ?? [];
  const related = withPartRecords(parts, values, await load(sources, values));
  const wire = toWire(withoutParts(parts, values), { mode, record, now: new Date() });
  const checked = await checkRecord(module, wire.record, { mode, related, passwordPolicy });
  const inParts = composite
    ? await checkParts(values, composite, (path) => related(path) ?? valueAtPath(values, path) ?? null)
    : noParts;
  const errors = [
    ...[
      ...checked.errors.map((error) => ({ ...error, pointer: wire.toFormPointer(error.pointer) })),
      ...wire.errors,
      ...emptied(module.descriptor.fields, values, (field) =>
        isConditionMet(field.when ?? {}, wire.record, { mode, related }),
      ),
      // Values that this user cannot set come from the platform or the stored record.
    ].filter(({ pointer }) => !fixedFields.has(topField(pointer))),
    ...inParts.errors,
  ];
  if (errors.length > 0) {
    return {
      values: {},
      errors: toFieldErrors(
        errors.map((error) => ({ pointer: error.pointer, text: errorMessage(error, problems), error })),
      ),
    };
  }
  const sent = Object.keys(checked.record).filter((name) => mode === "update" || !fixedFields.has(name));
  // As typed, not as validated: an interval's explicit nulls matter.
  return {
    values: {
      ...Object.fromEntries(sent.map((name) => [name, wire.record[name] ?? checked.record[name] ?? null])),
      ...inParts.records,
    },
    errors: {},
  };
}

/** Typed fields that were emptied, where the platform would put its default without a word. */
function emptied(
  fields: readonly FieldDescriptor[],
  values: WireRecord,
  isShown: (field: FieldDescriptor) => boolean,
): FieldError[] {
  return fields
    .filter((field) => isTyped(field.kind) && field.default !== undefined && !field.readOnly && !field.internal)
    .filter((field) => field.name in values && !hasValue(values[field.name]) && isShown(field))
    .map(({ name }) => fieldError(`/${name}`, "required"));
}

/** Kinds whose values a person types: switches, choices and lists are empty in ways of their own. */
function isTyped(kind: FieldKind): boolean {
  return (isNumberKind(kind) && kind !== "reference") || kind === "text" || kind === "longText";
}

const noParts = { records: {}, errors: [] } as const;

/** One error and its current message. */
export interface FormError {
  readonly pointer: string;
  readonly text: string;
  /** The broken rule, if known: it can be translated. */
  readonly error?: FieldError | undefined;
  /** The platform's message, for rules that have none here. */
  readonly serverText?: string | undefined;
}

interface RuleError {
  readonly type: string;
  /** The message for inputs without parts, such as react-admin's. */
  readonly message: string;
  readonly types: Record<string, string>;
  readonly formErrors: readonly FormError[];
}

/** Messages by pointer in react-hook-form's shape: one error per field, its `types` by pointer below the field. */
export function toFieldErrors(formErrors: readonly FormError[]): Record<string, RuleError> {
  const byField = new Map<string, Map<string, FormError>>();
  for (const formError of formErrors) {
    const field = topField(formError.pointer);
    const below = formError.pointer.slice(field.length + 1);
    const errorsByPointer = byField.get(field) ?? new Map<string, FormError>();
    // The first is the one to fix first.
    if (!errorsByPointer.has(below)) errorsByPointer.set(below, formError);
    byField.set(field, errorsByPointer);
  }
  return Object.fromEntries([...byField].map(([field, errorsByPointer]) => [field, toRuleError(errorsByPointer)]));
}

function toRuleError(errorsByPointer: ReadonlyMap<string, FormError>): RuleError {
  const types = Object.fromEntries([...errorsByPointer].map(([below, { text }]) => [below, text]));
  const formErrors = [...errorsByPointer.values()];
  return { ...partErrors(errorsByPointer), type: "rule", message: formErrors[0]?.text ?? "", types, formErrors };
}

/** The errors of a field's parts where react-hook-form has them: inputs of a part (`source="intervals.0.start"`) show them. */
function partErrors(errorsByPointer: ReadonlyMap<string, FormError>): Record<string, object> {
  const byPart = new Map<string, Map<string, FormError>>();
  for (const [below, formError] of errorsByPointer) {
    const part = topField(below);
    const partPointer = below.slice(part.length + 1);
    if (part !== "") byPart.set(part, new Map([...(byPart.get(part) ?? []), [partPointer, formError]]));
  }
  return Object.fromEntries([...byPart].map(([part, inPart]) => [part, toRuleError(inPart)]));
}

/** A form's field errors as they were set. */
export function formErrorsIn(errors: FieldErrors<FieldValues>): FormError[] {
  return Object.values(errors).flatMap((error) => (isRuleError(error) ? error.formErrors : []));
}

function isRuleError(error: unknown): error is RuleError {
  return typeof error === "object" && error !== null && "formErrors" in error;
}

/** One field's messages by pointer; a stable object where there are none. */
export function fieldErrorMessages(errors: FieldErrors<FieldValues>, field: string): ErrorMessages {
  const error = errors[field];
  if (!error || !("types" in error) || typeof error.types !== "object") return noErrors;
  const entries = Object.entries(error.types).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
