import { can } from "../../../core/access/access.ts";
import type { ActionDescriptor } from "../../../core/schema/descriptor.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Row } from "../../resourceHooks.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { loadReferenced } from "./references.ts";
import { type UpdateRequest, updateRecord } from "./update.ts";

/** Does what a schema calls an action of a record: an update of the fields that it asks for and of those that it sets. */
export function actOnRecord(
  unit: UnitOfWork,
  request: UpdateRequest,
  action: ActionDescriptor,
  body: unknown,
): Promise<Row> {
  const { plan } = request;
  const { fields, required, set, when, right } = action;
  const input = asRecord(body);
  return updateRecord(unit, request, async (row, record) => {
    if (right && !can(unit.actor, plan.descriptor, right, { record: { id: row.id } }))
      throw new PlatformError("forbidden");
    const { related } = await loadReferenced(unit, { plans: unit.plans, plan, record, previous: record });
    if (when && !isConditionMet(when, record, { mode: "update", related }))
      throw validationFailed([{ pointer: "", rule: "transition", params: {}, key: "rules.transition.action" }]);
    const missing = required.filter((name) => (input[name] ?? "") === "");
    if (missing.length > 0) throw validationFailed(missing.map((name) => fieldError(`/${name}`, "required")));
    const given = Object.fromEntries(fields.flatMap((name) => (name in input ? [[name, input[name]]] : [])));
    const values = { ...given, ...set };
    return { body: { ...record, ...values }, sentFields: new Set(Object.keys(values)) };
  });
}
