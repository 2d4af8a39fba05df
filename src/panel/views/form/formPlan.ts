import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { type ConditionContext, isConditionMet } from "../../../core/validation/conditions.ts";
import { computedFields, computeFields } from "../../../core/validation/expressions/computeFields.ts";
import { isSoundField } from "../../../core/validation/fileValue.ts";
import { isRequired, withoutHidden } from "../../../core/validation/validateRecord.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";

/** A field with its current state in the form. */
export interface PlannedField {
  readonly field: FieldDescriptor;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** The role is the reason why it is read-only. */
  readonly isLocked?: boolean;
  /** The value that its expression gives for what is typed. */
  readonly live?: Json;
}

export interface PlannedGroup {
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

export interface PlanInput {
  readonly descriptor: ResourceDescriptor;
  readonly values: WireRecord;
  readonly context: ConditionContext;
  readonly access: Pick<Access, "can">;
  /** The stored record; absent in create forms. */
  readonly record?: WireRecord;
  /** Fields preset by the URL: read-only. */
  readonly preset: ReadonlySet<string>;
  /** Fields that an override shows regardless of their condition. */
  readonly always: ReadonlySet<string>;
  /** Fields that an override omits. */
  readonly omitted: ReadonlySet<string>;
}

/** The form's groups and fields for the current values. Empty groups are left out. */
export function planForm(input: PlanInput): PlannedGroup[] {
  const { descriptor, values, context, always, omitted } = input;
  const byName = new Map(descriptor.fields.map((field) => [field.name, field]));
  const visible = withoutHidden(descriptor.fields, values, context);
  const computed: WireRecord = { ...input.record, ...visible };
  computeFields(computedFields(descriptor.fields), computed);
  const isShown = (field: FieldDescriptor) =>
    !omitted.has(field.name) &&
    (always.has(field.name) || field.when === undefined || isConditionMet(field.when, visible, context));
  return descriptor.groups.flatMap(({ name, fields }) => {
    const planned = fields.flatMap((fieldName) => {
      const field = byName.get(fieldName);
      if (!field || !isShown(field)) return [];
      return typeof field.computed === "string"
        ? planComputed(field, computed, input)
        : planField(field, visible, input);
    });
    return planned.length > 0 ? [{ name, fields: planned }] : [];
  });
}

/** A value that follows what is typed; absent without read access. */
function planComputed(field: FieldDescriptor, computed: WireRecord, input: PlanInput): PlannedField[] {
  const isReadable = input.access.can(input.descriptor, "read", { record: input.record, field });
  return isReadable ? [{ field, required: false, readOnly: true, live: computed[field.name] ?? null }] : [];
}

/** Absent without read and write access, and in create forms where nothing can be read yet. */
function planField(field: FieldDescriptor, visible: WireRecord, input: PlanInput): PlannedField[] {
  const { context, record, preset } = input;
  if (field.internal) return [];
  const required = isRequired(field, visible, context);
  if (preset.has(field.name)) return [{ field, required: false, readOnly: true }];
  if (isWritable(field, input)) return [{ field, required, readOnly: false }];
  // A sound has its own URL; it is not part of the record.
  const isSound = isSoundField(field);
  const hasValue =
    record !== undefined && (isSound || (record[field.name] !== undefined && record[field.name] !== null));
  const isReadable = (!field.writeOnly || isSound) && input.access.can(input.descriptor, "read", { record, field });
  const isLocked = !field.readOnly && !field.immutable;
  return hasValue && isReadable ? [{ field, required: false, readOnly: true, isLocked }] : [];
}

type WritableInput = Pick<PlanInput, "descriptor" | "access" | "record"> & {
  readonly context: Pick<ConditionContext, "mode">;
};

/** Whether this user can set the field in this form. */
export function isWritable(field: FieldDescriptor, { descriptor, context, access, record }: WritableInput): boolean {
  if (field.readOnly || field.internal) return false;
  if (context.mode === "create") return access.can(descriptor, "create", { field });
  return !field.immutable && access.can(descriptor, "update", { record, field });
}
