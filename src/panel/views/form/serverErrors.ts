import { HttpError } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { type ErrorMessageContext, errorMessage, pointerLabel, stripListIndexes } from "./errorMessages.ts";
import { topField } from "./fieldId.ts";
import { findPartLocation } from "./formParts.ts";
import type { FormError } from "./resolver.ts";

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
  const structured = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [];
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
export function serverFormErrors(requestError: unknown, problems: ErrorMessageContext): FormError[] {
  const names = problems.fields.map(({ name }) => name);
  return serverFieldErrors(requestError, names).map(
    ({ pointer, error, text = "" }): FormError => ({
      pointer,
      text: error ? errorMessage(error, problems, text) : text,
      error,
      serverText: text,
    }),
  );
}

/** Sorts an error by where it is shown. `toFormPointer` maps a pointer into what was sent to the form. */
export function toSaveError(
  error: unknown,
  toFormPointer: (pointer: string) => string,
  shownFields: ReadonlySet<string>,
  problems: ErrorMessageContext,
): SaveError {
  const errors = serverFormErrors(error, problems).map((item) => ({ ...item, pointer: toFormPointer(item.pointer) }));
  const isShown = ({ pointer }: FormError) => shownFields.has(topField(pointer));
  return { error, onFields: errors.filter(isShown), elsewhere: errors.filter((item) => !isShown(item)) };
}

/** Returns the error texts apart from the form's fields, in the current language. */
export function generalErrorTexts({ error, onFields, elsewhere }: SaveError, problems: ErrorMessageContext): string[] {
  const { translate, parts = [] } = problems;
  if (onFields.length === 0 && elsewhere.length === 0) return [requestErrorText(translate, error)];
  return elsewhere.map(({ pointer, error: broken, serverText = "" }) => {
    const field = findPartLocation(parts, pointer)
      ? pointerLabel(problems, pointer)
      : translate(fieldKey(problems.resource, stripListIndexes(pointer)), { _: stripListIndexes(pointer) });
    return translate("forms.summary.line", {
      field,
      text: broken ? errorMessage(broken, problems, serverText) : serverText,
    });
  });
}

/** Returns whether someone else saved or removed the record since; null if not. */
export function findConflict(error: unknown): "changed" | "gone" | null {
  if (!(error instanceof HttpError)) return null;
  if (error.status === 412) return "changed";
  return error.status === 404 ? "gone" : null;
}
