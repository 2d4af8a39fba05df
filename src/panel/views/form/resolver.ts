import type { FieldErrors, FieldValues, Resolver, ResolverResult } from "react-hook-form";
import { commonPasswordsFor } from "../../../core/commonPasswords.ts";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { FieldError } from "../../../core/errors.ts";
import type { PasswordPolicy } from "../../../core/password.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { validateRecord } from "../../../core/validate.ts";
import { noProblems, type ProblemTexts } from "../../kinds/controls/InputProps.ts";
import { topField } from "./fieldId.ts";
import type { WireContext, WireForm } from "./override.ts";
import type { ReadRelated } from "./useRelated.ts";

/** What a form that obeys all rules sends. */
export type SavePlan = Pick<WireForm, "patches" | "record" | "toFormPointer">;

export interface ResolverParts {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  readonly record?: WireRecord;
  readonly passwordPolicy: PasswordPolicy;
  readonly loadRelated: (values: WireRecord) => Promise<ReadRelated>;
  readonly toWire: (values: WireRecord, context: WireContext) => WireForm;
  /** Whether this form gives the field its value: by the person or by its address. */
  readonly gives: (field: string) => boolean;
  readonly textOf: (error: FieldError) => string;
}

/**
 * Checks a form by the same function that the server uses. What is wrong is put at the field of the record it is
 * in, with its texts by pointer below that field.
 */
export function buildResolver(parts: () => ResolverParts): Resolver<FieldValues, unknown, SavePlan> {
  return async (values): Promise<ResolverResult<FieldValues, SavePlan>> => {
    const { module, mode, record, passwordPolicy, loadRelated, toWire, gives, textOf } = parts();
    const related = await loadRelated(values);
    const wire = toWire(values, { mode, record, now: new Date() });
    // Without the list the platform alone refuses common passwords.
    const isCommonPassword = await commonPasswordsFor(module.descriptor, wire.record).catch(() => undefined);
    const checked = validateRecord(module, wire.record, { mode, related, passwordPolicy, isCommonPassword });
    const errors = [
      ...checked.errors.map((error) => ({ ...error, pointer: wire.toFormPointer(error.pointer) })),
      ...wire.errors,
      // What this person can not give is the platform's to fill in, or was there before.
    ].filter(({ pointer }) => gives(topField(pointer)));
    if (errors.length > 0) {
      return {
        values: {},
        errors: toFieldErrors(errors.map((error) => ({ pointer: error.pointer, text: textOf(error), error }))),
      };
    }
    const sent = Object.keys(checked.record).filter((name) => mode === "update" || gives(name));
    // As typed, not as checked: an interval's explicit nulls mean something.
    const body = Object.fromEntries(sent.map((name) => [name, wire.record[name] ?? checked.record[name]]));
    return { values: { patches: wire.patches, record: body, toFormPointer: wire.toFormPointer }, errors: {} };
  };
}

/** One thing that is wrong, and how it is said now. */
export interface Complaint {
  readonly pointer: string;
  readonly text: string;
  /** The broken rule, where it is known: it can be said in another language. */
  readonly error?: FieldError | undefined;
  /** The platform's own words, for a rule that has none here. */
  readonly told?: string | undefined;
}

interface RuleError {
  readonly type: string;
  readonly types: Record<string, string>;
  readonly complaints: readonly Complaint[];
}

/** Texts by pointer as react-hook-form keeps them: one error a field, its `types` by pointer below the field. */
export function toFieldErrors(complaints: readonly Complaint[]): Record<string, RuleError> {
  const byField = new Map<string, Map<string, Complaint>>();
  for (const complaint of complaints) {
    const field = topField(complaint.pointer);
    const below = complaint.pointer.slice(field.length + 1);
    const known = byField.get(field) ?? new Map<string, Complaint>();
    // The first is the one to mend first.
    if (!known.has(below)) known.set(below, complaint);
    byField.set(field, known);
  }
  return Object.fromEntries([...byField].map(([field, known]) => [field, toRuleError(known)]));
}

function toRuleError(known: ReadonlyMap<string, Complaint>): RuleError {
  const types = Object.fromEntries([...known].map(([below, { text }]) => [below, text]));
  return { type: "rule", types, complaints: [...known.values()] };
}

/** What is wrong with a form's fields as it was put there. */
export function complaintsIn(errors: FieldErrors<FieldValues>): Complaint[] {
  return Object.values(errors).flatMap((error) => (isRuleError(error) ? error.complaints : []));
}

function isRuleError(error: unknown): error is RuleError {
  return typeof error === "object" && error !== null && "complaints" in error;
}

/** The texts of one field's error, by pointer below the field; always the same object where there is none. */
export function problemsOf(errors: FieldErrors<FieldValues>, field: string): ProblemTexts {
  const error = errors[field];
  if (!error || !("types" in error) || typeof error.types !== "object") return noProblems;
  const entries = Object.entries(error.types).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
