import { storage, tables } from "../../generated/tables.gen.ts";
import type { Actor } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { readsField } from "../rights.ts";

/** Columns with a prefix index, by table. */
const prefixed = new Map(
  tables.map(({ name, indexes }) => [
    name,
    indexes.filter(({ method }) => method === "prefix").flatMap(({ columns }) => columns),
  ]),
);

/** Columns of a resource to search in: those that the caller may filter by and that have an index. */
export function searchColumns(plan: ResourcePlan, actor: Actor): string[] {
  const columns = prefixed.get(storage[plan.name]?.name ?? plan.table) ?? [];
  return columns.filter((column) => {
    const field = plan.fields.get(column);
    return field?.filter === "wildcard" && !field.internal && readsField(actor, plan.descriptor, field);
  });
}
