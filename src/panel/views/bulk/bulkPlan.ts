import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { finalStatusOf, statusField, statusObstacle } from "../../../core/validation/transitions.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { isSameValue } from "../form/values.ts";
import { canChange, canChangeField, recordActions } from "../recordActions/recordActions.ts";

/** An error at a field, or another message key with its parameters. */
export type Reason = FieldError | { readonly key: string; readonly params?: Readonly<Record<string, Json>> };

/** One record of an action: to change, already as wanted, or impossible to change. */
export interface PlannedRow {
  readonly record: PanelRecord;
  readonly title: string;
  readonly state: "change" | "same" | "refused";
  /** The reason it is refused. */
  readonly reason?: Reason;
}

type Rights = Pick<Access, "can">;

/** A field's new value, and all that is sent for it. */
interface PlannedValue {
  readonly field: FieldDescriptor;
  readonly value: Json;
  readonly values: Readonly<Record<string, Json>>;
}

/** Predicts what a field's new value does to each of these records. */
export function planChange(
  descriptor: ResourceDescriptor,
  access: Rights,
  records: readonly PanelRecord[],
  { field, value, values }: PlannedValue,
): PlannedRow[] {
  return records.map((record) => {
    const row = { record, title: recordTitle(descriptor.recordRepresentation, record) };
    const desired = withScheduledValue(descriptor, record, values, browserZone());
    if (Object.entries(desired).every(([name, target]) => isSameValue(record[name], target)))
      return { ...row, state: "same" };
    const reason =
      (field.name === statusField(descriptor) && statusObstacle(descriptor, record, String(value), access.can)) ||
      fieldReason(descriptor, access, record, field);
    return reason ? { ...row, state: "refused", reason } : { ...row, state: "change" };
  });
}

/** Predicts which of these records can be removed. */
export function planRemoval(
  descriptor: ResourceDescriptor,
  access: Rights,
  records: readonly PanelRecord[],
): PlannedRow[] {
  const end = finalStatusOf(descriptor);
  return records.map((record) => {
    const row = { record, title: recordTitle(descriptor.recordRepresentation, record) };
    if (end && record[end.field] === end.value) return { ...row, state: "same" };
    if (recordActions(descriptor, access, record).some(({ name }) => name === "remove")) {
      return { ...row, state: "change" };
    }
    const reason = end && statusObstacle(descriptor, record, end.value, access.can);
    return { ...row, state: "refused", reason: reason ?? { key: "bulk.refused.remove" } };
  });
}

function fieldReason(
  descriptor: ResourceDescriptor,
  access: Rights,
  record: PanelRecord,
  field: FieldDescriptor,
): Reason | undefined {
  if (canChangeField(descriptor, access, record, field)) return undefined;
  return { key: canChange(descriptor, access, record) ? "bulk.refused.field" : "bulk.refused.record" };
}
