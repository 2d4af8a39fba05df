import type { FieldDescriptor, ResourceDescriptor, Right, WireRecord } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { finalStatusOf, statusObstacle } from "../../../core/validation/transitions.ts";
import { recordPagePath, recordPath } from "../../navigation/recordPath.ts";
import { hasExtension } from "../../providers/extensions.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";

export type CommandName = "calendar" | "password" | "copyLink" | "moveUp" | "moveDown" | "remove";

/** An action on a record: a page to open, or a command to run. */
export type RecordAction =
  | {
      readonly name: "edit" | "details" | "preferences" | "clone" | "forwards" | "changePassword" | "resetLink";
      readonly path: string;
    }
  | { readonly name: CommandName };

type Rights = Pick<Access, "can"> & Partial<Pick<Access, "adminId">>;

/** Query parameter of a create form: the record to copy. */
export const cloneParameter = "clone";

/** This user's actions on this record, in menu order. Only ordered lists offer moving. */
export function recordActions(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): RecordAction[] {
  const { name, operations, preferences, calendar, clone } = descriptor;
  const page = (view: "edit" | "details" | "preferences"): RecordAction[] => {
    const path = recordPath(name, view, record);
    return path ? [{ name: view, path }] : [];
  };
  return [
    ...(operations.includes("update") && canChange(descriptor, access, record) ? page("edit") : []),
    ...(access.can(descriptor, "read", { record }) ? page("details") : []),
    ...(preferences ? page("preferences") : []),
    ...tabActions(descriptor, access, record),
    ...(calendar ? [{ name: "calendar" } as const] : []),
    ...(clone && hasExtension("clone") && access.can(descriptor, "create") ? cloneAction(descriptor, record) : []),
    ...(passwordFields(descriptor, access, record).length > 0 ? [{ name: "password" } as const] : []),
    ...(access.can(descriptor, "read", { record }) && recordPagePath(name, record)
      ? [{ name: "copyLink" } as const]
      : []),
    ...(canRemove(descriptor, access, record) ? [{ name: "remove" } as const] : []),
  ];
}

/** Tabs that stand among the actions. */
function tabActions(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): RecordAction[] {
  return (descriptor.tabActions ?? []).flatMap(({ name: shortcut, tab, resource }) => {
    const name = shortcut === "password" ? passwordAction(access, record) : shortcut;
    if (!name) return [];
    const isOpen = resource
      ? access.can(summaryOf(resource), "read", { record: { id: record.id } })
      : canChange(descriptor, access, record);
    const path = isOpen ? recordPath(descriptor.name, "details", record, tab) : null;
    return path ? [{ name, path }] : [];
  });
}

/** Users change their own password; others are mailed a link, if they may reset it. */
function passwordAction({ adminId }: Rights, record: WireRecord): "changePassword" | "resetLink" | null {
  if (record.id === adminId) return "changePassword";
  return record.is_active && record.can_reset_password ? "resetLink" : null;
}

/** The passwords of a record that the user may set; none where a tab is for that. */
export function passwordFields(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): FieldDescriptor[] {
  if (descriptor.tabActions?.some(({ name }) => name === "password")) return [];
  if (!descriptor.operations.includes("update")) return [];
  return descriptor.fields.filter(
    (field) => field.kind === "password" && field.secret && canChangeField(descriptor, access, record, field),
  );
}

/** The create form for a copy, with the id of the original. */
function cloneAction({ name }: ResourceDescriptor, record: WireRecord): RecordAction[] {
  const path = recordPath(name, "create", record);
  return path ? [{ name: "clone", path: `${path}?${cloneParameter}=${record.id}` }] : [];
}

/** Whether the user may change the record and it is not final. */
export function canChange(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): boolean {
  const { readOnlyWhen } = descriptor;
  const isFrozen = readOnlyWhen?.values.some((value) => value === record[readOnlyWhen.field]) === true;
  return !isFrozen && access.can(descriptor, "update", { record });
}

/** Whether one field of the record can be edited in place. */
export function canChangeField(
  descriptor: ResourceDescriptor,
  access: Rights,
  record: WireRecord,
  field: FieldDescriptor,
): boolean {
  if (field.readOnly || field.immutable || !canChange(descriptor, access, record)) return false;
  if (!access.can(descriptor, "update", { record, field })) return false;
  const adjusted = { ...record, ...choicesFor(descriptor, field) };
  return (
    !field.when ||
    isConditionMet(field.when, adjusted, { mode: "update", related: (path) => valueAtPath(record, path) })
  );
}

/** A condition on a computed field that requests set chooses what a request writes: it does not limit the record. */
function choicesFor({ fields }: ResourceDescriptor, { when = {} }: FieldDescriptor): WireRecord {
  const isChoice = (name: string) => fields.some((field) => field.name === name && field.computed && !field.readOnly);
  const chosen = Object.entries(when).flatMap(([name, value]) =>
    typeof value !== "object" && isChoice(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(chosen);
}

function canRemove(descriptor: ResourceDescriptor, access: Rights, record: WireRecord): boolean {
  const { remove, operations } = descriptor;
  if (!access.can(descriptor, "delete", { record })) return false;
  const end = finalStatusOf(descriptor);
  if (end && (record[end.field] === end.value || statusObstacle(descriptor, record, end.value, access.can)))
    return false;
  return remove.by === "status" ? operations.includes("update") : operations.includes("delete");
}

/** Actions of this resource that this user may not perform on this record. */
export function missingRights(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  record: WireRecord,
): Right[] {
  const { operations, remove } = descriptor;
  const removal = remove.by === "status" ? "update" : "delete";
  const offered: readonly Right[] = [
    ...(operations.includes("update") ? (["update"] as const) : []),
    ...(operations.includes(removal) ? (["delete"] as const) : []),
  ];
  return offered.filter((right) => !access.can(descriptor, right, { record }));
}
