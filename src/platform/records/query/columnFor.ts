import { type RawBuilder, sql } from "kysely";
import { folded } from "../../db/folded.ts";
import type { Db } from "../../db/tables.ts";
import type { Actor } from "../../resourceHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

/** A column as the caller sees it: a field of one reseller (`scope`) is empty for callers of others. */
export function columnFor(plan: ResourcePlan, actor: Actor, column: string): RawBuilder<unknown> {
  const value = sql.ref(`${rootAlias}.${column}`);
  const scope = plan.fields.get(column)?.scope;
  if (scope === undefined || actor.resellerId === null) return value;
  return sql`case when ${sql.ref(`${rootAlias}.${scope}`)} = ${actor.resellerId} then ${value} end`;
}

/** Expressions of columns, compiled once: a search has some hundred of them, and building them took a third of its time. */
const foldedColumns = new Map<string, RawBuilder<string>>();

/** Returns the expression of a column without case and accents. */
export function foldedValueFor(db: Db, plan: ResourcePlan, actor: Actor, column: string): RawBuilder<string> {
  if (plan.fields.get(column)?.scope !== undefined) return folded(columnFor(plan, actor, column));
  const expression =
    foldedColumns.get(column) ?? sql.raw<string>(folded(columnFor(plan, actor, column)).compile(db).sql);
  foldedColumns.set(column, expression);
  return expression;
}
