import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { statusObstacle } from "../../../core/validation/transitions.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import type { Translate } from "../../providers/texts.ts";
import { bulkActionText } from "./actionTexts.ts";
import { type BulkAction, bulkActions, type CustomAction, customActions } from "./bulkActions.ts";
import { canChangeField } from "./recordActions.ts";

/** A change of one record by itself: to another state, or by an action that the schema names. */
export type RecordChange = Exclude<BulkAction, { kind: "remove" }> | CustomAction;

/** The changes that this user can make to this record: states first, actions of the schema last. */
export function recordChanges(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  record: WireRecord,
): RecordChange[] {
  const changes = bulkActions(descriptor, access).filter(
    (action): action is Exclude<typeof action, { kind: "remove" }> => {
      if (action.kind === "remove") return false;
      if (action.kind === "field")
        return (
          action.name !== undefined && action.fields.some((field) => canChangeField(descriptor, access, record, field))
        );
      const { field, value } = action;
      return (
        record[field.name] !== value &&
        !statusObstacle(descriptor, record, value, access.can) &&
        canChangeField(descriptor, access, record, field)
      );
    },
  );
  return [...changes, ...customActions(descriptor, access, record)];
}

/** Its verb: "Unlock" for what is locked, as nobody looks for "Activate" then. */
export function recordChangeLabel(
  translate: Translate,
  descriptor: ResourceDescriptor,
  change: RecordChange,
  record: WireRecord,
): string {
  const isUnlocking = change.kind === "status" && change.value === "active" && record[change.field.name] === "locked";
  return isUnlocking ? translate("views.record.to.unlocked") : bulkActionText(translate, descriptor, change);
}

/** Unique among the changes of a record. */
export const recordChangeName = (change: RecordChange): string =>
  change.kind === "status"
    ? `status ${change.value}`
    : change.kind === "action"
      ? `action ${change.action.name}`
      : `field ${change.name}`;
