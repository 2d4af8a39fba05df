import { type RawBuilder, sql } from "kysely";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** The order a query asks for; what is no column of its own, or is not to be known, is ignored as on the platform. */
export function orderOf(plan: ResourcePlan, by: string | undefined, direction: string | undefined): Order {
  if (by === undefined || !isSortable(plan, by)) return { column: "id", descending: false };
  return { column: by, descending: direction?.toLowerCase() === "desc" };
}

export function isSortable(plan: ResourcePlan, name: string): boolean {
  if (name === "id") return true;
  const stored = plan.stored.get(name);
  if (!stored || stored.column.type === "jsonb") return false;
  const { secret, writeOnly, internal } = stored.field;
  return !secret && !writeOnly && !internal;
}

/** `order by` with the id as tie-breaker in the same direction, so that one index serves both directions. */
export function orderBy({ column, descending }: Order, { reversed = false } = {}): RawBuilder<unknown> {
  const direction = descending === reversed ? sql`asc` : sql`desc`;
  const id = sql`${sql.ref(`${rootAlias}.id`)} ${direction}`;
  return column === "id" ? id : sql`${sql.ref(`${rootAlias}.${column}`)} ${direction}, ${id}`;
}
