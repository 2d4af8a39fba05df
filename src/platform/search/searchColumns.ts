import { storage, tables } from "../../generated/tables.gen.ts";
import { readsField } from "../auth/gate.ts";
import type { Actor } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** Columns with an index for the beginnings of texts, by table. */
const prefixed = new Map(
  tables.map(({ name, indexes }) => [
    name,
    indexes.filter(({ method }) => method === "prefix").flatMap(({ columns }) => columns),
  ]),
);

/** Columns of a resource in which typed text is looked for: those the caller may filter by and an index serves. */
export function searchColumns(plan: ResourcePlan, actor: Actor): string[] {
  const columns = prefixed.get(storage[plan.name]?.name ?? plan.table) ?? [];
  return columns.filter((column) => {
    const field = plan.fields.get(column);
    return field?.filter === "wildcard" && !field.internal && readsField(actor, plan.descriptor, field);
  });
}
