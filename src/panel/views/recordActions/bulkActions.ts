import type {
  ActionDescriptor,
  FieldDescriptor,
  ResourceDescriptor,
  WireRecord,
} from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { finalStatusOf, nextStatuses, statusField } from "../../../core/validation/transitions.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { isBulkField, isChangeable } from "./bulkField.ts";

/** An action on many records at once. */
export type BulkAction =
  | { readonly kind: "status"; readonly field: FieldDescriptor; readonly value: string }
  /** The field and its value are chosen first; without a name, from all that are not in an action of their own. */
  | { readonly kind: "field"; readonly name?: string; readonly fields: readonly FieldDescriptor[] }
  | { readonly kind: "remove" };

/** An action that the schema names, by a request of its own for each record. */
export interface CustomAction {
  readonly kind: "action";
  readonly action: ActionDescriptor;
}

type Rights = Pick<Access, "can">;

/** The actions of the schema that this user may take on a record; without one, on some records of the list. */
export function customActions(descriptor: ResourceDescriptor, access: Rights, record?: WireRecord): CustomAction[] {
  const { actions = [], readOnlyWhen } = descriptor;
  if (record && readOnlyWhen?.values.some((value) => value === record[readOnlyWhen.field])) return [];
  const isMet = ({ when = {} }: ActionDescriptor) =>
    !record || isConditionMet(when, record, { mode: "update", related: (path) => valueAtPath(record, path) });
  return actions
    .filter((action) => access.can(descriptor, "update", record && { record }) && (record !== undefined || action.bulk))
    .filter(({ right }) => !right || access.can(descriptor, right, record && { record }))
    .filter((action) => isMet(action) && leadsOn(descriptor, access, action, record))
    .map((action) => ({ kind: "action", action }));
}

/** Whether the record may get the status that the action sets, whatever else its transition requires. */
function leadsOn(descriptor: ResourceDescriptor, access: Rights, { set }: ActionDescriptor, record?: WireRecord) {
  const status = set[statusField(descriptor)];
  if (typeof status !== "string" || !record) return true;
  const current = record[statusField(descriptor)] ?? null;
  return nextStatuses(descriptor, (from) => from === current, access.can)?.includes(status) !== false;
}

/** The bulk actions that this user may perform on a resource, per its schema; ending records comes last. */
export function bulkActions(descriptor: ResourceDescriptor, access: Rights): BulkAction[] {
  const { operations, remove } = descriptor;
  const canUpdate = operations.includes("update") && access.can(descriptor, "update");
  const fields = canUpdate ? bulkFields(descriptor, access) : [];
  const removal = remove.by === "status" ? "update" : "delete";
  const canRemove = operations.includes(removal) && access.can(descriptor, "delete");
  return [
    ...(canUpdate ? statusActions(descriptor, access) : []),
    ...(canUpdate ? namedActions(descriptor, access) : []),
    ...(fields.length > 0 ? [{ kind: "field", fields } as const] : []),
    ...(canRemove ? [{ kind: "remove" } as const] : []),
  ];
}

/** Every non-final status; a single one leaves nothing to choose. */
function statusActions(descriptor: ResourceDescriptor, access: Rights): BulkAction[] {
  const { hiddenWhen, readOnlyWhen, fields } = descriptor;
  const field = fields.find(({ name }) => name === statusField(descriptor));
  if (!field?.enum || !isChangeable(descriptor, access, field)) return [];
  const ends = [finalStatusOf(descriptor)?.value, ...(hiddenWhen?.values ?? []), ...(readOnlyWhen?.values ?? [])];
  const next = nextStatuses(descriptor, (from) => from !== null, access.can);
  const values = field.enum.map(String).filter((value) => !ends.includes(value) && next?.includes(value) !== false);
  return values.length > 1 || next ? values.map((value) => ({ kind: "status", field, value })) : [];
}

/** All that the user may write and that is in no action of its own; settings of a single record are not lists. */
function bulkFields(descriptor: ResourceDescriptor, access: Rights): FieldDescriptor[] {
  const namedFields = new Set((descriptor.bulkActions ?? []).flatMap(({ fields }) => fields));
  if (descriptor.settingsOf !== undefined) return [];
  return descriptor.fields.filter((field) => !namedFields.has(field.name) && isBulkField(descriptor, access, field));
}

/** Actions named by the schema, with the fields that this user may change. */
function namedActions(descriptor: ResourceDescriptor, access: Rights): BulkAction[] {
  return (descriptor.bulkActions ?? []).flatMap(({ name, fields: names }): BulkAction[] => {
    const fields = names
      .flatMap((fieldName) => descriptor.fields.find((field) => field.name === fieldName) ?? [])
      .filter((field) => isChangeable(descriptor, access, field));
    return fields.length > 0 ? [{ kind: "field", name, fields }] : [];
  });
}
