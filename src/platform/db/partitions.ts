import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { freeDiskSpace } from "./diskRoom.ts";
import { errorCode } from "./errors.ts";
import { transaction } from "./statements.ts";

/** A table whose rows of a month are a partition. */
export interface Partitioned extends TableDescriptor {
  readonly partitionBy: string;
}

export function isPartitioned(table: TableDescriptor): table is Partitioned {
  return table.partitionBy !== undefined;
}

/** A partition with bounds; the default one, with what lies outside of all others, has none and is not listed. */
export interface Partition {
  readonly name: string;
  /** Included; null: everything before `to`. */
  readonly from: Date | null;
  /** Not included. */
  readonly to: Date;
}

/** Arbitrary advisory lock key: processes on one database change partitions one after the other. */
const lockKey = 7_228_226;
/** So long a change of partitions waits for running queries, and new ones for it. */
const LOCK_MS = 300;
const MAX_ATTEMPTS = 20;
/** Months that are made ahead of this one. */
const MONTHS_AHEAD = 3;
/** Rows of longer ago, such as of a device whose clock was never set, stay in the default partition. */
const OLDEST_MONTHS = 240;

/** Months are those of UTC. Date.UTC counts months on beyond December. */
export function startOfUtcMonth(time: Date, offset = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset));
}

/** `2026_01`, as partitions are named. */
function labelOf(month: Date): string {
  return month.toISOString().slice(0, 7).replace("-", "_");
}

const servers = new WeakMap<Kysely<Tables>, Promise<boolean>>();

/** Whether tables can have partitions: the embedded engine keeps them plain, as decision 75 explains. */
export async function hasPartitions(db: Kysely<Tables>): Promise<boolean> {
  const cached = servers.get(db) ?? isServer(db);
  servers.set(db, cached);
  cached.catch(() => servers.delete(db));
  return cached;
}

async function isServer(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ server: boolean }>`select version() !~* 'pglite' as server`.execute(db);
  return rows[0]?.server ?? false;
}

/** The default partition of a new table: months are taken out of it by rounds. */
export function createDefault(table: Pick<TableDescriptor, "name">): RawBuilder<unknown> {
  return sql`create table ${sql.id(defaultOf(table))} partition of ${sql.id(table.name)} (primary key (id)) default`;
}

export function defaultOf({ name }: Pick<TableDescriptor, "name">): string {
  return `${name}_default`;
}

/** The partitions with bounds, oldest first; none of a plain table. */
export async function listPartitions(
  db: Kysely<Tables>,
  { name }: Pick<TableDescriptor, "name">,
): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    join pg_class as parent on parent.oid = pg_inherits.inhparent
    where parent.relname = ${name} and parent.relnamespace = current_schema()::regnamespace`.execute(db);
  const partitions = rows.flatMap(({ name: partition, bounds }): Partition[] => {
    const [, from, to] = /^FOR VALUES FROM \((MINVALUE|'.+?')\) TO \('(.+?)'\)$/.exec(bounds) ?? [];
    if (from === undefined || to === undefined) return [];
    return [{ name: partition, from: from === "MINVALUE" ? null : toDate(from.slice(1, -1)), to: toDate(to) }];
  });
  return partitions.sort((a, b) => a.to.getTime() - b.to.getTime());
}

/** `2026-01-01 00:00:00+00`: connections speak of times in UTC. */
function toDate(text: string): Date {
  return new Date(text.replace(" ", "T").replace(/\+00$/, "Z"));
}

/**
 * Runs a short change of a table's partitions in a transaction, alone among all processes. It never holds up others for
 * longer than 300 ms: if a long query is in the way it lets go and tries again, 20 times in as many seconds, and then
 * throws.
 */
export async function changePartitions<T>(
  db: Kysely<Tables>,
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
        await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
        return change(trx);
      });
    } catch (error) {
      // 55P03: the lock was not available.
      if (attempt === MAX_ATTEMPTS || errorCode(error) !== "55P03") throw error;
      await pause(1000);
    }
  }
}

/**
 * Makes the partitions of this month and of three ahead, and of those months since `since` (null: of any) that have
 * rows in the default partition, which are moved. Returns the names of those that were new.
 */
export async function createMonthlyPartitions(
  db: Kysely<Tables>,
  table: Partitioned,
  { now, since }: { readonly now: Date; readonly since: Date | null },
): Promise<readonly string[]> {
  const ahead = Array.from({ length: MONTHS_AHEAD + 1 }, (_, offset) => startOfUtcMonth(now, offset));
  const oldest = startOfUtcMonth(now, -OLDEST_MONTHS);
  const [by, defaultPartition] = [sql.id(table.partitionBy), sql.id(defaultOf(table))];
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', ${by}) as month from ${defaultPartition}
    where ${by} >= ${since && since > oldest ? since : oldest} and ${by} < ${startOfUtcMonth(now)}`.execute(db);
  const allMonths = [...rows.map(({ month }) => new Date(month)), ...ahead];
  return createPartitions(db, table, allMonths);
}

/** Makes the partitions of these months, unless there are some. */
export async function createPartitions(
  db: Kysely<Tables>,
  table: Partitioned,
  months: readonly Date[],
): Promise<readonly string[]> {
  const created: string[] = [];
  for (const month of months) {
    const covers = ({ from, to }: Partition) => (from === null || from <= month) && month < to;
    if ((await listPartitions(db, table)).some(covers)) continue;
    const isNew = await changePartitions(db, async (trx) => {
      if ((await listPartitions(trx, table)).some(covers)) return false;
      await makeMonth(trx, table, month);
      return true;
    });
    if (isNew) created.push(`${table.name}_${labelOf(month)}`);
  }
  // Nothing else gathers statistics of the whole: autovacuum only looks at partitions.
  if (created.length > 0) await sql`analyze ${sql.id(table.name)}`.execute(db);
  return created;
}

/** Made apart and attached when it is complete, so that the whole table is only locked for a moment. */
async function makeMonth(trx: Transaction<Tables>, table: Partitioned, month: Date): Promise<void> {
  const [from, to] = [sql.lit(month.toISOString()), sql.lit(startOfUtcMonth(month, 1).toISOString())];
  const [name, by, defaultPartition] = [
    sql.id(`${table.name}_${labelOf(month)}`),
    sql.id(table.partitionBy),
    sql.id(defaultOf(table)),
  ];
  await sql`create table ${name} (like ${sql.id(table.name)} including defaults, primary key (id))`.execute(trx);
  const move = sql`with moved as (delete from ${defaultPartition} where ${by} >= ${from} and ${by} < ${to} returning *)
    insert into ${name} select * from moved`;
  await move.execute(trx);
  // A row of that month which was on its way into the default partition would be refused once the month is attached:
  // writers wait from here on, for as long as moving the rows that came in between takes.
  await sql`lock table only ${sql.id(table.name)} in share row exclusive mode`.execute(trx);
  await move.execute(trx);
  await sql`alter table ${sql.id(table.name)} attach partition ${name} for values from (${from}) to (${to})`.execute(
    trx,
  );
}

/** Drops a partition with its rows: its parent is locked for as long as that takes, which is milliseconds. */
export async function dropPartition(db: Kysely<Tables>, { name }: Partition): Promise<void> {
  await freeDiskSpace(() =>
    changePartitions(db, async (trx) => {
      await sql`drop table if exists ${sql.id(name)}`.execute(trx);
    }),
  );
}
