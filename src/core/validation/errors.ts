import type { Json, RuleName } from "../schema/descriptor.ts";
import { type ErrorCode, type ErrorEntry, errorEntry } from "./errorCatalogue.ts";

export interface FieldError {
  /** JSON pointer into the record, "/primary_number/cc"; "" is the record itself. */
  readonly pointer: string;
  readonly rule: RuleName;
  /** Values for the text's placeholders, named as the validator names them (`limit`, `format`, `allowedValues`). */
  readonly params: Readonly<Record<string, Json>>;
  /**
   * Message key, the most specific available: `rules.minLength`, `rules.format.iban`, `rules.type.integer`,
   * `rules.business.parentLoop`, `rules.pattern.mismatch`; other `rules.pattern` keys say what is wrong with a pattern.
   */
  readonly key: string;
}

/** Builds a field error; formats and types have a text each, other rules one. */
export function fieldError(pointer: string, rule: RuleName, params: Readonly<Record<string, Json>> = {}): FieldError {
  const kind =
    rule === "format" || rule === "type" ? String(params[rule]) : rule === "pattern" ? "mismatch" : undefined;
  return { pointer, rule, params, key: kind === undefined ? `rules.${rule}` : `rules.${rule}.${kind}` };
}

interface FieldTree<F> {
  readonly name: string;
  readonly fields?: readonly F[];
}

/** The field behind a pointer, whose numbers are positions in lists. */
export function fieldAtPointer<F extends FieldTree<F>>(fields: readonly F[], pointer: string): F | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAtPointer(field?.fields ?? [], `/${rest.join("/")}`);
}

/** An error of the catalogue. Its `message` is the code: texts belong to i18n (platform/http/errors.ts). */
export class PlatformError extends Error implements ErrorEntry {
  override readonly name = "PlatformError";
  readonly status: number;
  readonly key: string;
  /** Only with validation_failed. */
  readonly fieldErrors: readonly FieldError[];

  constructor(
    readonly code: ErrorCode,
    /** Values for the text's placeholders; never secrets. */
    readonly params: Readonly<Record<string, Json>> = {},
    details: { readonly fieldErrors?: readonly FieldError[]; readonly cause?: unknown } = {},
  ) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    const { status, key } = errorEntry(code);
    this.status = status;
    this.key = key;
    this.fieldErrors = details.fieldErrors ?? [];
  }
}

/** 422 with the errors of each field. */
export function validationFailed(fieldErrors: readonly FieldError[]): PlatformError {
  return new PlatformError("validation_failed", {}, { fieldErrors });
}

/** 404; also for records outside the caller's scope. */
export function notFound(resource: string, id: string | number): PlatformError {
  return new PlatformError("not_found", { resource, id });
}

/** 423: the record cannot be deleted while `count` records of `usedBy` reference it. */
export function inUse(resource: string, usedBy: string, count: number): PlatformError {
  return new PlatformError("in_use", { resource, usedBy, count });
}

/** The body of an answer that is an error. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  /** Message key and its parameters, for clients with texts of their own. */
  readonly key: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly errors?: readonly FieldError[];
}
