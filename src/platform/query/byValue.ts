import { type RawBuilder, sql } from "kysely";
import { isName } from "../db/folded.ts";
import { toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

/** Rows of the query's own table with this value in a column; null: with none. Throws for unknown columns. */
export function byValue(plan: ResourcePlan, name: string, value: unknown): RawBuilder<boolean> {
  const column = plan.columns.get(name);
  if (!column) throw new Error(`${plan.name} has no column ${name}`);
  const reference = sql.ref(`${rootAlias}.${name}`);
  if (value === null || value === undefined) return sql<boolean>`${reference} is null`;
  // Hooks also look up unvalidated values of a request. PostgreSQL rejects NUL, so no row can have one.
  if (typeof value === "string" && value.includes("\0")) return sql.lit(false);
  const parameter = toParameter(column, value, plan.timeZone);
  if (plan.fields.get(name)?.uniqueAnyCase) return isName(reference, parameter);
  return sql<boolean>`${reference} = ${parameter}`;
}
