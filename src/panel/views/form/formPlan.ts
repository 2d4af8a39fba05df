import { type ConditionContext, evaluate } from "../../../core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { isSoundField } from "../../../core/fileValue.ts";
import { isRequired, withoutHidden } from "../../../core/validate.ts";
import type { Access } from "../../providers/FactsContext.tsx";

/** How one field appears at this moment. */
export interface PlannedField {
  readonly field: FieldDescriptor;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** It is the role that may not change it. */
  readonly isLocked?: boolean;
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
  /** The stored record; none while it is being created. */
  readonly record?: WireRecord;
  /** Fields whose value is given by the address: shown, not asked for. */
  readonly preset: ReadonlySet<string>;
  /** Fields that an override shows whatever their condition says. */
  readonly always: ReadonlySet<string>;
  /** Fields that an override leaves out. */
  readonly omitted: ReadonlySet<string>;
}

/** The groups and fields of the form for the values typed so far. Groups without fields are left out. */
export function planForm(input: PlanInput): PlannedGroup[] {
  const { descriptor, values, context, always, omitted } = input;
  const byName = new Map(descriptor.fields.map((field) => [field.name, field]));
  const visible = withoutHidden(descriptor.fields, values, context);
  const isShown = (field: FieldDescriptor) =>
    !omitted.has(field.name) &&
    (always.has(field.name) || field.when === undefined || evaluate(field.when, visible, context));
  return descriptor.groups.flatMap(({ name, fields }) => {
    const planned = fields.flatMap((fieldName) => {
      const field = byName.get(fieldName);
      return field && isShown(field) ? planField(field, visible, input) : [];
    });
    return planned.length > 0 ? [{ name, fields: planned }] : [];
  });
}

/** Absent for those who may neither write nor read it, and in a new record where there is nothing to read yet. */
function planField(field: FieldDescriptor, visible: WireRecord, input: PlanInput): PlannedField[] {
  const { context, record, preset } = input;
  if (field.internal) return [];
  const required = isRequired(field, visible, context);
  if (preset.has(field.name)) return [{ field, required: false, readOnly: true }];
  if (isWritable(field, input)) return [{ field, required, readOnly: false }];
  // A sound has an address of its own; no record holds it.
  const isSound = isSoundField(field);
  const hasValue =
    record !== undefined && (isSound || (record[field.name] !== undefined && record[field.name] !== null));
  const isReadable = (!field.writeOnly || isSound) && input.access.can(input.descriptor, "read", { record, field });
  const isLocked = !field.readOnly && !field.immutable;
  return hasValue && isReadable ? [{ field, required: false, readOnly: true, isLocked }] : [];
}

/** Whether this person can give the field a value in this form. */
export function isWritable(
  field: FieldDescriptor,
  { descriptor, context, access, record }: Pick<PlanInput, "descriptor" | "context" | "access" | "record">,
): boolean {
  if (field.readOnly || field.internal) return false;
  if (context.mode === "create") return access.can(descriptor, "create", { field });
  return !field.immutable && access.can(descriptor, "update", { record, field });
}
