import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import type { Row } from "../entityHooks.ts";
import { comparable, toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Conditions, from, locking, lockOwners, whereAll } from "../query/visible.ts";

type Db = Kysely<AnyTables>;
export type Values = Readonly<Record<string, unknown>>;

export async function insertRow(db: Db, plan: ResourcePlan, values: Values): Promise<Row> {
  const entries = parametersOf(plan, values);
  const names = entries.map(([name]) => sql.ref(name));
  const parameters = entries.map(([, value]) => sql`${value}`);
  const { rows } = await sql<Row>`insert into ${sql.table(plan.table)} (${sql.join(names)}) values (${sql.join(
    parameters,
  )}) returning *`.execute(db);
  return theOne(plan, rows);
}

/** Stores the values that changed and counts the version up. */
export async function updateRow(db: Db, plan: ResourcePlan, previous: Row, values: Values): Promise<Row> {
  if (plan.owner && previous.version === 0) return storeFirst(db, plan, previous, values);
  const { id } = previous;
  const version = sql.ref("version");
  const settings = parametersOf(plan, values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<Row>`update ${sql.table(plan.table)} set ${sql.join([
    ...settings,
    sql`${version} = ${version} + 1`,
  ])} where ${sql.ref("id")} = ${id} returning *`.execute(db);
  const row = theOne(plan, rows);
  return plan.owner ? { ...previous, ...row } : row;
}

/** The first time that settings are stored: with all that so far was but read as default. */
async function storeFirst(db: Db, plan: ResourcePlan, previous: Row, values: Values): Promise<Row> {
  const { id } = previous;
  const own = [...plan.stored.values()].filter(({ field }) => field.name !== "id" && field.derive !== "id");
  const all = { ...Object.fromEntries(own.map(({ column: { name } }) => [name, previous[name]])), ...values };
  const entries = parametersOf(plan, all);
  const names = ["id", ...entries.map(([name]) => name)].map((name) => sql.ref(name));
  const parameters = [id, ...entries.map(([, value]) => value)].map((value) => sql`${value}`);
  const { rows } = await sql<Row>`insert into ${sql.table(plan.table)} (${sql.join(names)})
    values (${sql.join(parameters)}) returning *`.execute(db);
  return { ...previous, ...theOne(plan, rows) };
}

export async function deleteRow(db: Db, plan: ResourcePlan, id: number): Promise<void> {
  await sql`delete from ${sql.table(plan.table)} where ${sql.ref("id")} = ${id}`.execute(db);
}

/** Stored rows under any condition, by id. */
export async function selectRows(
  db: Db,
  plan: ResourcePlan,
  conditions: Conditions,
  { lock = false } = {},
): Promise<Row[]> {
  const order = sql`order by ${sql.ref(`${rootAlias}.id`)}${lock ? locking(plan) : sql``}`;
  const query = sql<Row>`select ${plan.select} ${from(plan)} ${whereAll(conditions)} ${order}`;
  const { rows } = await query.execute(db);
  if (!lock || !plan.owner || rows.length === 0) return rows;
  await lockOwners(
    db,
    plan,
    rows.map(({ id }) => id),
  );
  return (await query.execute(db)).rows;
}

/** The values that differ from what is stored. */
export function changedValues(plan: ResourcePlan, previous: Row, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const column = plan.columns.get(name);
      if (!column) return true;
      const [now, then] = [value, previous[name]].map((one) => comparable(column, one, plan.timeZone));
      return !isDeepStrictEqual(now, then);
    }),
  );
}

function parametersOf(plan: ResourcePlan, values: Values): [name: string, value: unknown][] {
  return Object.entries(values).map(([name, value]) => {
    const column = plan.columns.get(name);
    if (!column || name === "id" || name === "version") throw new Error(`${plan.name}: ${name} can not be stored`);
    return [name, toParameter(column, value, plan.timeZone)];
  });
}

function theOne(plan: ResourcePlan, rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error(`${plan.name}: the row to store is gone`);
  return row;
}
