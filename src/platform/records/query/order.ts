import { type RawBuilder, sql } from "kysely";
import type { Query } from "../../http/query.ts";
import type { Actor } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { readsField } from "../rights.ts";
import { columnFor } from "./columnFor.ts";

export interface Order {
  /** Most significant first; one direction for all. */
  readonly columns: readonly string[];
  /** Returns the expression that a column is sorted by, as the caller sees it. */
  readonly sortValue: (column: string) => RawBuilder<unknown>;
  readonly descending: boolean;
}

/** The order that a query requests; unknown and unreadable columns are ignored as on the platform. */
export function orderOf(plan: ResourcePlan, actor: Actor, query: Query): Order {
  const [by = "", direction] = [query.get("order_by"), query.get("order_by_direction")];
  const columns = [...new Set(by.split(","))].filter((name) => isSortable(plan, actor, name));
  const sortValue = (column: string) => columnFor(plan, actor, column);
  if (columns.length === 0) return { columns: ["id"], descending: false, sortValue };
  return { columns, descending: direction?.toLowerCase() === "desc", sortValue };
}

function isSortable(plan: ResourcePlan, actor: Actor, name: string): boolean {
  if (name === "id") return true;
  const storedField = plan.stored.get(name);
  // Settings can also be sorted by their owner's identifying fields.
  if (plan.owner && !plan.fields.has(name)) return plan.columns.has(name) && isSortable(plan.owner, actor, name);
  if (!storedField || storedField.column.type === "jsonb") return false;
  const { secret, writeOnly, internal } = storedField.field;
  return !secret && !writeOnly && !internal && readsField(actor, plan.descriptor, storedField.field);
}

/** `order by` with the id as tie-breaker in the same direction, so that one index serves both directions. */
export function orderBy({ columns, descending, sortValue }: Order, { reversed = false } = {}): RawBuilder<unknown> {
  const direction = descending === reversed ? sql`asc` : sql`desc`;
  const all = columns.includes("id") ? columns : [...columns, "id"];
  return sql.join(
    all.map((column) => sql`${sortValue(column)} ${direction}`),
    sql`, `,
  );
}
