import type { FieldDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";

type Rights = Pick<Access, "can">;

/** Whether the user may give many records the same value: not what records cannot share, is secret, or is a file. */
export function isBulkField(descriptor: ResourceDescriptor, access: Rights, field: FieldDescriptor): boolean {
  const { unique, excludeFromBulk, secret, writeOnly, file, apiOnly, aliasOf, name } = field;
  if (
    unique ||
    excludeFromBulk ||
    secret ||
    writeOnly ||
    file ||
    apiOnly ||
    aliasOf ||
    name === statusField(descriptor)
  )
    return false;
  return !isChooser(descriptor, field) && isChangeable(descriptor, access, field);
}

/** A computed field with which requests say what they write: billing as a profile, a schedule or a package. */
function isChooser({ fields }: ResourceDescriptor, { name, computed, enum: choices }: FieldDescriptor): boolean {
  return computed === true && choices !== undefined && fields.some(({ when }) => when !== undefined && name in when);
}

export function isChangeable(descriptor: ResourceDescriptor, access: Rights, field: FieldDescriptor): boolean {
  return !field.readOnly && !field.immutable && !field.internal && access.can(descriptor, "update", { field });
}

/**
 * Whether the user has any bulk action on this resource. All that the first page of a list needs; `bulkActions` names
 * them once something is selected.
 */
export function hasBulkActions(descriptor: ResourceDescriptor, access: Rights): boolean {
  const { operations, remove, fields, bulkActions: declaredActions, settingsOf, actions = [] } = descriptor;
  const removal = remove.by === "status" ? "update" : "delete";
  return (
    (operations.includes("update") &&
      (declaredActions !== undefined ||
        actions.some(({ bulk }) => bulk) ||
        (settingsOf === undefined && fields.some((field) => isBulkField(descriptor, access, field)))) &&
      access.can(descriptor, "update")) ||
    (operations.includes(removal) && access.can(descriptor, "delete"))
  );
}
