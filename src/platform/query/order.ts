import { type RawBuilder, sql } from "kysely";
import { readsField } from "../auth/gate.ts";
import type { Actor } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** The order a query asks for; what is no column of its own, or is not to be known, is ignored as on the platform. */
export function orderOf(plan: ResourcePlan, actor: Actor, query: Query): Order {
  const [by, direction] = [query.get("order_by"), query.get("order_by_direction")];
  if (by === undefined || !isSortable(plan, actor, by)) return { column: "id", descending: false };
  return { column: by, descending: direction?.toLowerCase() === "desc" };
}

function isSortable(plan: ResourcePlan, actor: Actor, name: string): boolean {
  if (name === "id") return true;
  const stored = plan.stored.get(name);
  // Settings are also sorted by what their owner is known by.
  if (plan.owner && !plan.fields.has(name)) return plan.columns.has(name) && isSortable(plan.owner, actor, name);
  if (!stored || stored.column.type === "jsonb") return false;
  const { secret, writeOnly, internal } = stored.field;
  return !secret && !writeOnly && !internal && readsField(actor, plan.descriptor, stored.field);
}

/** `order by` with the id as tie-breaker in the same direction, so that one index serves both directions. */
export function orderBy({ column, descending }: Order, { reversed = false } = {}): RawBuilder<unknown> {
  const direction = descending === reversed ? sql`asc` : sql`desc`;
  const id = sql`${sql.ref(`${rootAlias}.id`)} ${direction}`;
  return column === "id" ? id : sql`${sql.ref(`${rootAlias}.${column}`)} ${direction}, ${id}`;
}
