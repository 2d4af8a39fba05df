import type { WireRecord } from "../../core/descriptor.ts";
import { itemPath, toItem } from "../http/hal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** A record with links to itself, to what it refers to, and to its journal. */
export function toItemBody(plan: ResourcePlan, record: WireRecord): Record<string, unknown> {
  const related: Record<string, { readonly href: string }> = {};
  for (const { field, inner, reference } of plan.outgoing) {
    const id = inner ? undefined : record[field.name];
    if (typeof id === "number") related[`ngcp:${reference.resource}`] = { href: itemPath(reference.resource, id) };
  }
  if (plan.descriptor.journal) related["ngcp:journal"] = { href: `${itemPath(plan.name, record.id)}/journal/` };
  return toItem(plan.name, record, related);
}
