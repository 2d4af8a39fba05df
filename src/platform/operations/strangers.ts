import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { ownerPath } from "../plan/ownerPath.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { Referenced } from "./references.ts";

/**
 * An error at each new reference to a record of another reseller, where the picker offers those of one reseller only
 * (`"filter": { "reseller_id": "$contact_id.reseller_id" }`). Whoever sees one reseller only never gets this far:
 * other resellers' records are none to them.
 */
export function strangerErrors(
  plan: ResourcePlan,
  record: WireRecord,
  previous: WireRecord | undefined,
  referenced: Pick<Referenced, "row" | "related">,
): FieldError[] {
  return plan.outgoing.flatMap(({ field, inner, reference }) => {
    const path = ownerPath(reference.filter?.reseller_id);
    const id = record[field.name];
    if (inner !== undefined || path === undefined || id === previous?.[field.name]) return [];
    const target = referenced.row(field.name, id);
    const owner = path.includes(".") ? referenced.related(path) : record[path];
    const isStranger = target !== undefined && owner !== undefined && target.reseller_id !== owner;
    return isStranger ? [businessError(`/${field.name}`, "otherReseller")] : [];
  });
}
