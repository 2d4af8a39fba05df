import { type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Rows, Tables } from "../../../generated/database.gen.ts";
import { isName } from "../../db/folded.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { Row } from "../../resourceHooks.ts";
import { toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Conditions, from, locking, lockOwners, type RowLock, whereAll } from "./visible.ts";

export async function selectRows<R extends string>(
  db: Db,
  plan: ResourcePlan<R>,
  conditions: Conditions,
  { lock }: { readonly lock?: RowLock } = {},
): Promise<Row<R>[]> {
  const order = sql`order by ${sql.ref(`${rootAlias}.id`)}${locking(plan, lock)}`;
  const query = sql<Row<R>>`select ${plan.select} ${from(plan)} ${whereAll(conditions)} ${order}`;
  const { rows } = await query.execute(db);
  if (!lock || !plan.owner || rows.length === 0) return rows;
  await lockOwners(
    db,
    plan,
    rows.map(({ id }) => id),
    lock,
  );
  return (await query.execute(db)).rows;
}

/** The ids of rows that match all conditions, the lowest first, at most `limit` of them. */
export async function selectIds(db: Db, plan: ResourcePlan, conditions: Conditions, limit: number): Promise<number[]> {
  const id = sql.ref(`${rootAlias}.id`);
  const query = sql<{
    id: number;
  }>`select ${id} as id ${from(plan)} ${whereAll(conditions)} order by ${id} limit ${limit}`;
  return (await query.execute(db)).rows.map((row) => row.id);
}

export async function countRows(
  { db }: { readonly db: Db },
  plan: ResourcePlan,
  conditions: Conditions,
): Promise<number> {
  const count = sql<{ count: string | number }>`select count(*) as count ${from(plan)} ${whereAll(conditions)}`;
  return Number((await runWithFreshPlan(count, db)).rows[0]?.count ?? 0);
}

/** Rows of the query's own table with this id, or with one of these. */
export function byId(id: number | readonly number[]): RawBuilder<boolean> {
  const column = sql.ref(`${rootAlias}.id`);
  if (typeof id === "number") return sql<boolean>`${column} = ${id}`;
  return id.length === 0 ? sql.lit(false) : sql<boolean>`${column} = any(${[...id]}::integer[])`;
}

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

/** Rows whose columns have all of these values. */
export function byValues(plan: ResourcePlan, values: Readonly<Record<string, unknown>>): RawBuilder<boolean>[] {
  return Object.entries(values).map(([name, value]) => byValue(plan, name, value));
}

type Root<Resource extends keyof Rows> = Tables & { [Alias in typeof rootAlias]: Rows[Resource] };

/** Builds conditions on the rows of a query for a resource: `resourceExpressions<"admins">()("table.login", "=", login)`. */
export function resourceExpressions<Resource extends keyof Rows>(): ExpressionBuilder<
  Root<Resource>,
  typeof rootAlias
> {
  return expressionBuilder<Root<Resource>, typeof rootAlias>();
}
