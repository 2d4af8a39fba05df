import { HttpError } from "react-admin";
import type { FieldErrors, FieldValues } from "react-hook-form";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { type ErrorMessages, noErrors } from "../../kinds/controls/InputProps.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { type ErrorMessageContext, errorMessage, pointerLabel, stripListIndexes } from "./errorMessages.ts";
import { topField } from "./fieldId.ts";
import { findPartLocation } from "./formParts.ts";

/** One error and its current message. */
export interface FormError {
  readonly pointer: string;
  readonly text: string;
  /** The broken rule, if known: it can be translated. */
  readonly error?: FieldError | undefined;
  /** The platform's message, for rules that have none here. */
  readonly serverText?: string | undefined;
}

/** A field error in a response. */
export interface ServerFieldError {
  readonly pointer: string;
  /** The broken rule, where the platform names rules. */
  readonly error?: FieldError;
  /** The platform's message. */
  readonly text?: string;
}

/**
 * Returns a response's field errors: the machine-readable ones where the platform sends them, merged with or else parsed
 * from the sentence that all platforms send (`field='name', input='', errors='Name field is required'`).
 */
export function serverFieldErrors(requestError: unknown, fields: readonly string[]): ServerFieldError[] {
  const body: Json | undefined = requestError instanceof HttpError ? requestError.body : undefined;
  if (!isObject(body)) return [];
  const sentences = typeof body.message === "string" ? fromSentence(body.message, fields) : [];
  const errors = body.fieldErrors ?? body.errors;
  const structured = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  if (structured.length === 0) return sentences;
  return structured.map((error) => ({
    pointer: error.pointer,
    error,
    text: sentences.find(({ pointer }) => pointer.replaceAll("/", "_") === error.pointer.replaceAll("/", "_"))?.text,
  }));
}

function isFieldError(value: Json): value is Json & FieldError {
  return (
    isObject(value) && typeof value.pointer === "string" && typeof value.rule === "string" && isObject(value.params)
  );
}

const group = /field='([^']*)', input='.*?', errors='(.*?)'(?=; field=|$)/gs;

function fromSentence(message: string, fields: readonly string[]): ServerFieldError[] {
  return [...message.matchAll(group)].map(([, name = "", text = ""]) => ({ pointer: toPointer(name, fields), text }));
}

/** `primary_number_cc` is part of `primary_number`: the longest field name that the flat name starts with. */
function toPointer(flat: string, fields: readonly string[]): string {
  if (fields.includes(flat)) return `/${flat}`;
  const top = fields.filter((name) => flat.startsWith(`${name}_`)).sort((a, b) => b.length - a.length)[0];
  return top === undefined ? `/${flat}` : `/${top}/${flat.slice(top.length + 1)}`;
}

/** The platform's error when saving a form. */
export interface SaveError {
  readonly error: unknown;
  /** Errors at fields that the form shows, and at others. */
  readonly onFields: readonly FormError[];
  readonly elsewhere: readonly FormError[];
}

/** Returns the field errors of a response with their messages. */
export function serverFormErrors(requestError: unknown, messageContext: ErrorMessageContext): FormError[] {
  const names = messageContext.fields.map(({ name }) => name);
  return serverFieldErrors(requestError, names).map(
    ({ pointer, error, text = "" }): FormError => ({
      pointer,
      text: error ? errorMessage(error, messageContext, text) : text,
      error,
      serverText: text,
    }),
  );
}

/** Returns errors of the rules with their messages. */
export function toFormErrors(errors: readonly FieldError[], messageContext: ErrorMessageContext): FormError[] {
  return errors.map((error) => ({ pointer: error.pointer, text: errorMessage(error, messageContext), error }));
}

/** Sorts the errors of a save by whether the form shows their fields. */
export function sortErrors(error: unknown, errors: readonly FormError[], shownFields: ReadonlySet<string>): SaveError {
  const isShown = ({ pointer }: FormError) => shownFields.has(topField(pointer));
  return { error, onFields: errors.filter(isShown), elsewhere: errors.filter((item) => !isShown(item)) };
}

/** Values were refused at their fields, by an answer that is no error of HTTP. */
export class RefusedValuesError extends Error {
  readonly formErrors: readonly FormError[];

  constructor(formErrors: readonly FormError[]) {
    super(formErrors.map(({ text }) => text).join(" "));
    this.formErrors = formErrors;
  }
}

/** Sorts an error by where it is shown. `toFormPointer` maps a pointer into what was sent to the form. */
export function toSaveError(
  error: unknown,
  toFormPointer: (pointer: string) => string,
  shownFields: ReadonlySet<string>,
  messageContext: ErrorMessageContext,
): SaveError {
  const errors = error instanceof RefusedValuesError ? error.formErrors : serverFormErrors(error, messageContext);
  const formErrors = errors.map((item) => ({ ...item, pointer: toFormPointer(item.pointer) }));
  return sortErrors(error, formErrors, shownFields);
}

/** Returns the error texts apart from the form's fields, in the current language. */
export function generalErrorTexts(
  { error, onFields, elsewhere }: SaveError,
  messageContext: ErrorMessageContext,
): string[] {
  const { translate, parts = [] } = messageContext;
  if (onFields.length === 0 && elsewhere.length === 0) return [requestErrorText(translate, error)];
  return elsewhere.map(({ pointer, error: broken, serverText = "" }) => {
    const field = findPartLocation(parts, pointer)
      ? pointerLabel(messageContext, pointer)
      : translate(fieldKey(messageContext.resource, stripListIndexes(pointer)), { _: stripListIndexes(pointer) });
    return translate("forms.summary.line", {
      field,
      text: broken ? errorMessage(broken, messageContext, serverText) : serverText,
    });
  });
}

/** Returns whether someone else saved or removed the record since; null if not. */
export function findConflict(error: unknown): "changed" | "gone" | null {
  if (!(error instanceof HttpError)) return null;
  if (error.status === 412) return "changed";
  return error.status === 404 ? "gone" : null;
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
