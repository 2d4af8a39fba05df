import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

/** A column as the caller sees it: a field of one reseller (`scope`) is empty for callers of others. */
export function valueFor(plan: ResourcePlan, actor: Actor, column: string): RawBuilder<unknown> {
  const value = sql.ref(`${rootAlias}.${column}`);
  const scope = plan.fields.get(column)?.scope;
  if (scope === undefined || actor.resellerId === null) return value;
  return sql`case when ${sql.ref(`${rootAlias}.${scope}`)} = ${actor.resellerId} then ${value} end`;
}
