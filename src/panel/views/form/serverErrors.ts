import { HttpError } from "ra-core";
import type { Json } from "../../../core/descriptor.ts";
import type { FieldError } from "../../../core/errors.ts";
import { isObject } from "../../../core/prepare.ts";

/** What an answer tells about one field. */
export interface ServerFieldError {
  readonly pointer: string;
  /** The broken rule, from platforms that name rules. */
  readonly error?: FieldError;
  /** The platform's own words. */
  readonly text?: string;
}

/**
 * The field errors in a refusal: the machine-readable ones where the platform sends them, with or else those of the
 * sentence that all platforms send (`field='name', input='', errors='Name field is required'`).
 */
export function serverFieldErrors(refusal: unknown, fields: readonly string[]): ServerFieldError[] {
  const body: Json | undefined = refusal instanceof HttpError ? refusal.body : undefined;
  if (!isObject(body)) return [];
  const told = typeof body.message === "string" ? fromSentence(body.message, fields) : [];
  const structured = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [];
  if (structured.length === 0) return told;
  return structured.map((error) => ({
    pointer: error.pointer,
    error,
    text: told.find(({ pointer }) => pointer.replaceAll("/", "_") === error.pointer.replaceAll("/", "_"))?.text,
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

/** `primary_number_cc` is a part of `primary_number`: the longest field name that the flat name starts with. */
function toPointer(flat: string, fields: readonly string[]): string {
  if (fields.includes(flat)) return `/${flat}`;
  const top = fields.filter((name) => flat.startsWith(`${name}_`)).sort((a, b) => b.length - a.length)[0];
  return top === undefined ? `/${flat}` : `/${top}/${flat.slice(top.length + 1)}`;
}
