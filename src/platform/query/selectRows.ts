import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { runPlanned } from "../db/statements.ts";
import type { Row } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Conditions, from, locking, lockOwners, type RowLock, whereAll } from "./visible.ts";

type Db = Kysely<Tables>;

export async function selectRows<R extends string = string>(
  db: Db,
  plan: ResourcePlan,
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
  return Number((await runPlanned(count, db)).rows[0]?.count ?? 0);
}
