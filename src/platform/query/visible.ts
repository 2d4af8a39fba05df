import { type Expression, type RawBuilder, sql } from "kysely";
import { notFound } from "../../core/errors.ts";
import { readGrant } from "../auth/gate.ts";
import type { Actor, Reading, Row } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

export type Conditions = readonly (RawBuilder<boolean> | Expression<boolean>)[];

/** Rows the caller may address: the resource's own, in scope, not gone, and what the entity's hook says. */
export function visibleTo(plan: ResourcePlan, actor: Actor): Conditions {
  return [...plan.notHidden, ...inScope(plan, actor)];
}

/** The same with the rows in a hidden state: what others still refer to is shown, though it has no address any more. */
export function inScope(plan: ResourcePlan, actor: Actor): Conditions {
  const conditions: (RawBuilder<boolean> | Expression<boolean>)[] = [...plan.own];
  const { scope } = plan.descriptor;
  if (scope && actor.resellerId !== null) {
    conditions.push(sql<boolean>`${sql.ref(`${rootAlias}.${scope}`)} = ${actor.resellerId}`);
  }
  const further = plan.hooks.visibleTo?.(actor);
  if (further) conditions.push(further);
  if (readGrant(actor, plan.descriptor) === "own") {
    conditions.push(sql<boolean>`${sql.ref(`${rootAlias}.id`)} = ${actor.adminId}`);
  }
  return conditions;
}

/** `where …`, or nothing where there is no condition. */
export function whereAll(conditions: Conditions): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}

export function from(plan: ResourcePlan): RawBuilder<unknown> {
  return sql`from ${plan.source} as ${sql.ref(rootAlias)}`;
}

/** Rows by id, in no particular order. */
export async function selectByIds(
  db: Reading["db"],
  plan: ResourcePlan,
  ids: readonly number[],
  conditions: Conditions,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = sql<boolean>`${sql.ref(`${rootAlias}.id`)} in (${sql.join([...ids])})`;
  const { rows } = await sql<Row>`select ${plan.select} ${from(plan)} ${whereAll([byId, ...conditions])}`.execute(db);
  return rows;
}

/** The caller's row; 404 for all others, whether they exist or not. `lock` keeps it from others until the transaction ends. */
export async function findVisible(
  { db, actor }: Pick<Reading, "db" | "actor">,
  plan: ResourcePlan,
  id: number | undefined,
  { lock = false } = {},
): Promise<Row> {
  if (id === undefined) throw notFound(plan.name, "");
  const byId = sql<boolean>`${sql.ref(`${rootAlias}.id`)} = ${id}`;
  const conditions = whereAll([byId, ...visibleTo(plan, actor)]);
  const query = sql<Row>`select ${plan.select} ${from(plan)} ${conditions}${lock ? locking(plan) : sql``}`;
  if (lock) await lockOwners(db, plan, [id]);
  const [row] = (await query.execute(db)).rows;
  if (!row) throw notFound(plan.name, id);
  return row;
}

/** Settings have no row to lock before they are first stored: their owner stands for them. */
export function locking({ owner }: ResourcePlan): RawBuilder<unknown> {
  return owner ? sql`` : sql` for update`;
}

/** Keeps the owners of settings from other writers; what is read after this is the latest. */
export async function lockOwners(db: Reading["db"], { owner }: ResourcePlan, ids: readonly number[]): Promise<void> {
  if (!owner || ids.length === 0) return;
  await sql`select 1 from ${sql.table(owner.table)} where id in (${sql.join([...ids])}) order by id for update`.execute(
    db,
  );
}
