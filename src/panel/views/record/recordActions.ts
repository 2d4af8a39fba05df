import { evaluate } from "../../../core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { canChangeStatus } from "../../../core/transitions.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { addressOf } from "../../resource/addressOf.ts";
import { endOf } from "../form/endsRecord.ts";

export type CommandName = "clone" | "calendar" | "moveUp" | "moveDown" | "remove";

/** Something one can do with a record: a page to go to, or a command to give. */
export type RecordAction =
  | { readonly name: "edit" | "details" | "preferences"; readonly address: string }
  | { readonly name: CommandName };

type Rights = Pick<Access, "can">;

/** What this person can do with this record, in the order of menus. Moving is offered by ordered lists only. */
export function recordActions(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): RecordAction[] {
  const { name, operations, preferences, calendar, clone } = descriptor;
  const page = (view: "edit" | "details" | "preferences"): RecordAction[] => {
    const address = addressOf(name, view, record);
    return address ? [{ name: view, address }] : [];
  };
  return [
    ...(operations.includes("update") && canChange(descriptor, access, record) ? page("edit") : []),
    ...(access.can(descriptor, "read", { record }) ? page("details") : []),
    ...(preferences ? page("preferences") : []),
    ...(calendar ? [{ name: "calendar" } as const] : []),
    ...(clone && access.can(descriptor, "create") ? [{ name: "clone" } as const] : []),
    ...(canRemove(descriptor, access, record) ? [{ name: "remove" } as const] : []),
  ];
}

/** Whether the person may change the record and the record is not over. */
export function canChange(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): boolean {
  const { frozenWhen } = descriptor;
  const isFrozen = frozenWhen?.values.includes(String(record[frozenWhen.field])) === true;
  return !isFrozen && access.can(descriptor, "update", { record });
}

/** Whether one field of the record can be changed in place. */
export function canChangeField(
  descriptor: ResourceDescriptor,
  access: Rights,
  record: WireRecord,
  field: FieldDescriptor,
): boolean {
  if (field.readOnly || field.immutable || !canChange(descriptor, access, record)) return false;
  if (!access.can(descriptor, "update", { record, field })) return false;
  return !field.when || evaluate(field.when, record, { mode: "update", related: (path) => valueAt(record, path) });
}

function canRemove(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): boolean {
  const { remove, operations } = descriptor;
  if (!access.can(descriptor, "delete", { record })) return false;
  const end = endOf(descriptor);
  if (end && (record[end.field] === end.value || !canChangeStatus(descriptor, record, end.value))) return false;
  return remove.by === "status" ? operations.includes("update") : operations.includes("delete");
}
