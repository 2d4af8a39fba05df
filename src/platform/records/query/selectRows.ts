import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { isStorableId } from "../../../core/schema/ids.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import { memoize } from "../../../core/values/memoize.ts";
import type { Rows, Tables } from "../../../generated/database.gen.ts";
import { folded, isName } from "../../db/folded.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { readGrant } from "../actor.ts";
import { toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";

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

export type Conditions = readonly Expression<SqlBool>[];

/** Rows the caller may address: the resource's own, in scope, not hidden, and allowed by the entity's hook. */
export function visibleTo(plan: ResourcePlan, actor: Actor): Conditions {
  return [...plan.notHidden, ...inScope(plan, actor)];
}

/** Returns the caller's rows including hidden ones: those that others still reference are shown, without a page. */
export function inScope(plan: ResourcePlan, actor: Actor): Conditions {
  const conditions: Expression<SqlBool>[] = [...plan.own];
  const { scope } = plan.descriptor;
  if (scope && actor.resellerId !== null) {
    const column = sql.ref(`${rootAlias}.${scope}`);
    const own = sql<boolean>`${column} = ${actor.resellerId}`;
    conditions.push(plan.hooks.sharesPlatformRows ? sql<boolean>`(${own} or ${column} is null)` : own);
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
export async function selectByIds<R extends string>(
  db: Db,
  plan: ResourcePlan<R>,
  ids: readonly number[],
  conditions: Conditions,
): Promise<Row<R>[]> {
  if (ids.length === 0) return [];
  const byId = sql<boolean>`${sql.ref(`${rootAlias}.id`)} in (${sql.join([...ids])})`;
  return (await sql<Row<R>>`select ${plan.select} ${from(plan)} ${whereAll([byId, ...conditions])}`.execute(db)).rows;
}

/**
 * The locks of a row until the transaction ends: unchanged, for requests that rely on it; exclusively, for those that
 * change or end it; and also against new references, for those that delete it.
 */
export type RowLock = keyof typeof lockClauses;

const lockClauses = { share: sql`for share`, noKeyUpdate: sql`for no key update`, update: sql`for update` } as const;

/** The caller's row; 404 for all others, whether they exist or not. 403 for changes of what the platform only shares. */
export async function findVisible<R extends string>(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan<R>,
  id: number | undefined,
  { lock }: { readonly lock?: RowLock } = {},
): Promise<Row<R>> {
  if (!isStorableId(id)) throw notFound(plan.name, id ?? "");
  if (lock) await lockOwners(db, plan, [id], lock);
  const [row] = (await db.executeQuery<Row<R>>(selectVisible(db, actor, plan, { id, lock }))).rows;
  if (!row) throw notFound(plan.name, id);
  if (lock && lock !== "share" && isSharedWith(plan, actor, row)) throw new PlatformError("forbidden");
  return row;
}

/** Whether the row is the platform's, which the caller's reseller may see and not change. */
export function isSharedWith({ hooks, descriptor }: ResourcePlan, { resellerId }: Actor, row: Row): boolean {
  return hooks.sharesPlatformRows === true && resellerId !== null && row[descriptor.scope ?? ""] === null;
}

/**
 * Cached queries for single records: building one takes longer than sending it, and for one caller only the id differs.
 */
const selectsOf = memoize((_actor: Actor) =>
  memoize((_plan: ResourcePlan) => new Map<RowLock | undefined, CompiledQuery<Row>>()),
);

function selectVisible(
  db: Db,
  actor: Actor,
  plan: ResourcePlan,
  { id, lock }: { readonly id: number; readonly lock: RowLock | undefined },
): CompiledQuery<Row> {
  const selects = selectsOf(actor)(plan);
  const select = selects.get(lock) ?? putTogether(db, actor, plan, lock);
  selects.set(lock, select);
  return { ...select, parameters: [id, ...select.parameters.slice(1)] };
}

/** The id is its first parameter. */
function putTogether(db: Db, actor: Actor, plan: ResourcePlan, lock: RowLock | undefined): CompiledQuery<Row> {
  const byId = sql<boolean>`${sql.ref(`${rootAlias}.id`)} = ${0}`;
  const conditions = whereAll([byId, ...visibleTo(plan, actor)]);
  return sql<Row>`select ${plan.select} ${from(plan)} ${conditions}${locking(plan, lock)}`.compile(db);
}

/** Settings have no row to lock before they are first stored: lock their owner instead. */
export function locking({ owner }: ResourcePlan, lock: RowLock | undefined): RawBuilder<unknown> {
  return owner || !lock ? sql`` : sql` ${lockClauses[lock]} of ${sql.ref(rootAlias)}`;
}

/** Locks the owners of settings; later reads see the latest state. */
async function lockOwners(db: Db, { owner }: ResourcePlan, ids: readonly number[], lock: RowLock): Promise<void> {
  if (!owner || ids.length === 0) return;
  const owners = sql`select 1 from ${sql.table(owner.table)} where id in (${sql.join([...ids])}) order by id`;
  await sql`${owners} ${lockClauses[lock]}`.execute(db);
}

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
