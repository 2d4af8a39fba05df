import { can } from "../../../core/access/access.ts";
import type { ActionDescriptor } from "../../../core/schema/descriptor.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Row } from "../../resourceHooks.ts";
import { findVisible } from "../query/selectRows.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { loadReferenced } from "./references.ts";
import { type UpdateRequest, updateRecord } from "./update.ts";

/**
 * Does what a schema calls an action of a record: an update of the fields that it asks for and of those that it sets, and what
 * its hook adds.
 */
export async function actOnRecord(
  unit: UnitOfWork,
  request: UpdateRequest,
  action: ActionDescriptor,
  sent: unknown,
): Promise<Row> {
  const { plan } = request;
  const { name, fields, required, set, when, right } = action;
  const body = asRecord(sent);
  const given = Object.fromEntries(fields.flatMap((field) => (field in body ? [[field, body[field]]] : [])));
  let previous: Row | undefined;
  const updated = await updateRecord(unit, request, async (row, record) => {
    if (right && !can(unit.actor, plan.descriptor, right, { record: { id: row.id } }))
      throw new PlatformError("forbidden");
    const { related } = await loadReferenced(unit, { plans: unit.plans, plan, record, previous: record });
    if (when && !isConditionMet(when, record, { mode: "update", related }))
      throw validationFailed([{ pointer: "", rule: "transition", params: {}, key: "rules.transition.action" }]);
    const missing = required.filter((field) => (given[field] ?? "") === "");
    if (missing.length > 0) throw validationFailed(missing.map((field) => fieldError(`/${field}`, "required")));
    previous = row;
    const values = { ...given, ...set };
    return { body: { ...record, ...values }, sentFields: new Set(Object.keys(values)) };
  });
  const hook = plan.hooks.actions?.[name];
  if (!hook || !previous) return updated;
  await hook({ context: unit, previous, row: updated, input: given });
  // The hook may have changed the record, too.
  return findVisible(unit, plan, updated.id);
}
