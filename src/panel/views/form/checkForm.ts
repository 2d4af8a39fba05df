import type { FieldValues, ResolverResult, UseFormReturn } from "react-hook-form";
import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isNumberKind } from "../../../core/schema/kinds.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { commonPasswordsFor } from "../../../core/validation/commonPasswords.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { type ValidationContext, validateRecord } from "../../../core/validation/validateRecord.ts";
import type { ErrorMessageContext } from "./errorMessages.ts";
import { topField } from "./fieldId.ts";
import { toFieldErrors, toFormErrors } from "./formErrors.ts";
import { type FormPart, recordsOf } from "./formParts.ts";
import type { FormOverride, WireForm } from "./override.ts";
import { type ReadRelated, type RelatedSource, relatedPaths, relatedSources } from "./referencedValues.ts";

/** A form's values that are valid, as they are sent. */
export type ValidForm = Omit<WireForm, "errors">;

export type PanelForm = UseFormReturn<FieldValues, unknown, ValidForm>;

/** The rules and context that a form's values are checked with. */
export interface FormCheck {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  readonly record?: WireRecord;
  readonly passwordPolicy: PasswordPolicy;
  readonly can?: ValidationContext["can"];
  /** Records that conditions read, and how to load them. */
  readonly sources: readonly RelatedSource[];
  readonly load: (sources: readonly RelatedSource[], values: WireRecord) => Promise<ReadRelated>;
  readonly override?: Pick<FormOverride, "toWire" | "toUpdate">;
  /** Fields that neither the user nor the URL sets here. */
  readonly fixedFields: ReadonlySet<string>;
  readonly messageContext: ErrorMessageContext;
  /** Records that the form makes together with its own. */
  readonly parts?: readonly FormPart[];
  /** Whether the form sets a field of a part's records. */
  readonly setsPartField?: (part: FormPart, field: string) => boolean;
}

/**
 * Validates a form with the function that the server uses. Resolves to what to send, or to errors at the record's fields,
 * with their messages by pointer below them.
 */
export async function checkForm(values: WireRecord, check: FormCheck): Promise<ResolverResult<FieldValues, ValidForm>> {
  const { module, mode, record, override, fixedFields, parts = [] } = check;
  const related = withPartRecords(parts, values, await check.load(check.sources, values));
  const own = withoutParts(parts, values);
  const wire = override?.toWire?.(own, { mode, record, now: new Date() }) ?? { record: own };
  const { patches = [], toFormPointer = (pointer: string) => pointer } = wire;
  const checked = await checkRecord(module, wire.record, { ...check, previous: record, related });
  const inParts = await checkParts(values, check, (path) => related(path) ?? valueAtPath(values, path) ?? null);
  const errors = [
    ...[
      ...checked.errors.map((error) => ({ ...error, pointer: toFormPointer(error.pointer) })),
      ...(wire.errors ?? []),
      ...emptied(module.descriptor.fields, values, (field) =>
        isConditionMet(field.when ?? {}, wire.record, { mode, related }),
      ),
      // Values that this user cannot set come from the platform or the stored record.
    ].filter(({ pointer }) => !fixedFields.has(topField(pointer))),
    ...inParts.errors,
  ];
  if (errors.length > 0) {
    return { values: {}, errors: toFieldErrors(toFormErrors(errors, check.messageContext)) };
  }
  const sent = Object.keys(checked.record).filter((name) => mode === "update" || !fixedFields.has(name));
  // As typed, not as validated: an interval's explicit nulls matter.
  const asTyped = sent.map((name) => [name, wire.record[name] ?? checked.record[name] ?? null]);
  const valid: WireRecord = { ...Object.fromEntries(asTyped), ...inParts.records };
  const sentRecord = (record && override?.toUpdate?.(valid, record)) ?? valid;
  return { values: { record: sentRecord, patches, toFormPointer }, errors: {} };
}

/** Validates a record with the function that the server uses. */
export async function checkRecord(
  module: ResourceModule,
  record: WireRecord,
  context: Pick<ValidationContext, "mode" | "passwordPolicy" | "related" | "previous" | "can">,
) {
  // Without the list, only the platform refuses common passwords.
  const isCommonPassword = await commonPasswordsFor(module.descriptor, record).catch(() => undefined);
  return validateRecord(module, record, { ...context, isCommonPassword });
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

/** Stands for the id that a record will have. */
const standIn = 1;

/** The form's values as those of its record alone: an id in place of a record to be made, and none of those made after it. */
function withoutParts(parts: readonly FormPart[], values: WireRecord): WireRecord {
  const recordValues: Record<string, Json | undefined> = { ...values };
  for (const part of parts) {
    if (part.created === "after") delete recordValues[part.name];
    else if (recordsOf(part, values).length > 0) recordValues[part.name] = standIn;
  }
  return recordValues;
}

/** Reads paths through references, also into records that are yet to be created. */
function withPartRecords(parts: readonly FormPart[], values: WireRecord, related: ReadRelated): ReadRelated {
  return (path) => {
    const part = parts.find(({ name }) => path.startsWith(`${name}.`));
    return part && recordsOf(part, values).length > 0 ? (valueAtPath(values, path) ?? null) : related(path);
  };
}

/** Reads the values that conditions and choices of a record created after the form's depend on. */
export function partReader(part: FormPart, readOwn: ReadRelated, readOuter: ReadRelated): ReadRelated {
  if (part.created === "before") return readOwn;
  const prefix = `${part.reference}.`;
  return (path) => (path.startsWith(prefix) ? readOuter(path.slice(prefix.length)) : readOwn(path));
}

/** References of a part's records that need requests: not the one to the form's record. */
export function partSources({ module, created, reference }: FormPart): readonly RelatedSource[] {
  return relatedSources(module.descriptor).filter(({ field }) => created === "before" || field !== reference);
}

/**
 * Validates the records of all parts with the function that the server uses. Resolves to what to send of them, by the names
 * of the parts, and to errors with pointers into the form's values. `outer` reads the form's record.
 */
async function checkParts(
  values: WireRecord,
  { parts = [], passwordPolicy, setsPartField = () => true, load }: FormCheck,
  outer: ReadRelated,
): Promise<{ readonly records: WireRecord; readonly errors: readonly FieldError[] }> {
  const records: WireRecord = {};
  const errors: FieldError[] = [];
  for (const part of parts) {
    const checked: { [name: string]: Json }[] = [];
    for (const { pointer, values: partValues } of recordsOf(part, values)) {
      const related = partReader(part, await load(partSources(part), partValues), outer);
      const record = part.created === "after" ? { ...partValues, [part.reference]: standIn } : partValues;
      const result = await checkRecord(part.module, record, { mode: "create", passwordPolicy, related });
      const visibleErrors = result.errors.filter((error) => setsPartField(part, topField(error.pointer)));
      errors.push(...visibleErrors.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` })));
      const sent = Object.keys(result.record).filter((name) => setsPartField(part, name));
      // As typed, not as validated, like the form's own.
      checked.push(Object.fromEntries(sent.map((name) => [name, partValues[name] ?? result.record[name] ?? null])));
    }
    if (checked.length > 0) records[part.name] = part.created === "before" ? checked[0] : checked;
  }
  return { records, errors };
}

/** Paths in the form's record that conditions and choices of a part's records depend on. */
export function outerPaths({ module, created, reference }: FormPart): string[] {
  if (created === "before") return [];
  const prefix = `${reference}.`;
  return relatedPaths(module.descriptor).flatMap((path) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  );
}
