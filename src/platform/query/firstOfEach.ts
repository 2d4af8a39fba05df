import { sql } from "kysely";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { from, whereAll } from "./visible.ts";

/** The resource, narrowed to the first record of each parent that is shown, in the list's order. */
export function firstOfEach(plan: ResourcePlan, plans: Plans): ResourcePlan {
  const { parent, list } = plan.descriptor;
  const above = plans.get(parent?.resource ?? "");
  if (!parent || !above) throw new Error(`${plan.name} has no parent`);
  const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);
  const comes = list.sort.order === "DESC" ? sql`>` : sql`<`;
  const isFirst = sql<boolean>`not exists (select 1 from ${plan.source} as other
    where ${column("other", parent.by)} = ${column(rootAlias, parent.by)}
      and ${column("other", list.sort.field)} ${comes} ${column(rootAlias, list.sort.field)})`;
  const isShown = sql<boolean>`${column(rootAlias, parent.by)} in (
    select ${column(rootAlias, "id")} ${from(above)} ${whereAll(above.notHidden)})`;
  return { ...plan, own: [...plan.own, isFirst, isShown] };
}
