import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode } from "./errors.ts";
import { changeIndexes } from "./indexChanges.ts";
import { changePartitions, createDefault, type Partitioned, startOfUtcMonth } from "./partitions.ts";
import { changeReferences } from "./referenceChanges.ts";
import { supportedTables } from "./trigrams.ts";

/** A plain table of an earlier version, and how far it is on its way to becoming a partition. */
interface Plain {
  /** The constraint that nothing in it is from this month on, and whether all rows have been checked. */
  readonly bound: { readonly name: string; readonly before: Date; readonly isValid: boolean } | null;
}

/**
 * Turns a plain table of an earlier version into the oldest partition of a new one, without copying a row; a no-op for a
 * partitioned table. It can be ended at any point and starts where it was:
 *
 * 1. a constraint that all rows are from before a month to come, not checked yet: a moment's lock;
 * 2. the check of all rows, during which reads and writes go on;
 * 3. in one transaction, which takes milliseconds whatever the number of rows: the table gets another name, a partitioned
 *    one takes its place with the same columns, indexes and foreign keys, and the old one becomes its partition.
 *
 * Returns the name of the partition, or null.
 */
export async function convertToPartitioned(db: Kysely<Tables>, table: Partitioned, now: Date): Promise<string | null> {
  const plain = await readPlain(db, table);
  if (!plain) return null;
  let { bound } = plain;
  // Ended long ago: rows of this month would soon be refused.
  if (bound && bound.before < startOfUtcMonth(now, 1)) {
    await changePartitions(db, (trx) => dropBound(trx, table.name, bound?.name ?? ""));
    bound = null;
  }
  if (!bound) {
    const before = await firstFree(db, table, now);
    bound = { name: `${prefixOf(table)}${before.toISOString().slice(0, 7).replace("-", "_")}`, before, isValid: false };
    const { name } = bound;
    await changePartitions(db, async (trx) => {
      // Another process may have been faster.
      if ((await readPlain(trx, table))?.bound !== null) return;
      await sql`alter table ${sql.id(table.name)} add constraint ${sql.id(name)}
        check (${sql.id(table.partitionBy)} < ${sql.lit(before.toISOString())}) not valid`.execute(trx);
    });
  }
  const { name, before, isValid } = bound;
  if (!isValid && !(await checkRows(db, table, name))) return null;
  const [described = table] = await supportedTables(db, [table]);
  const isMoved = await changePartitions(db, async (trx) => {
    if (!(await readPlain(trx, table))) return false;
    await swap(trx, { ...described, partitionBy: table.partitionBy }, name, before);
    return true;
  });
  return isMoved ? name : null;
}

function prefixOf({ name }: Partitioned): string {
  return `${name}_before_`;
}

/** The month after the next one, or after the latest row: writes go on until the table is moved. */
async function firstFree(db: Kysely<Tables>, table: Partitioned, now: Date): Promise<Date> {
  const { rows } = await sql<{ latest: string | null }>`
    select max(${sql.id(table.partitionBy)}) as latest from ${sql.id(table.name)}`.execute(db);
  const latest = new Date(rows[0]?.latest ?? now);
  return startOfUtcMonth(latest > now ? latest : now, 2);
}

async function readPlain(db: Kysely<Tables>, table: Partitioned): Promise<Plain | null> {
  const { rows } = await sql<{ name: string | null; valid: boolean | null }>`
    select conname as name, convalidated as valid from pg_class
    left join pg_constraint on conrelid = pg_class.oid and contype = 'c' and starts_with(conname, ${prefixOf(table)})
    where relname = ${table.name} and relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (row.name === null) return { bound: null };
  const before = new Date(`${row.name.slice(prefixOf(table).length).replace("_", "-")}-01T00:00:00Z`);
  return { bound: { name: row.name, before, isValid: row.valid === true } };
}

/** Returns false if another process has converted the table in between. */
async function checkRows(db: Kysely<Tables>, table: Partitioned, name: string): Promise<boolean> {
  try {
    await sql`alter table ${sql.id(table.name)} validate constraint ${sql.id(name)}`.execute(db);
    return true;
  } catch (error) {
    // 42704: there is no such constraint.
    if (errorCode(error) === "42704" && !(await readPlain(db, table))) return false;
    throw error;
  }
}

async function dropBound(trx: Transaction<Tables>, table: string, name: string): Promise<void> {
  await sql`alter table ${sql.id(table)} drop constraint if exists ${sql.id(name)}`.execute(trx);
}

async function swap(trx: Transaction<Tables>, table: Partitioned, partition: string, before: Date): Promise<void> {
  const [parent, part] = [sql.id(table.name), sql.id(partition)];
  await sql`lock table ${parent} in access exclusive mode`.execute(trx);
  const { rows: ids } = await sql<{ next: number }>`
    select nextval(pg_get_serial_sequence(${table.name}, 'id'))::integer as next`.execute(trx);
  await sql`alter table ${parent} rename to ${part}`.execute(trx);
  const { rows: indexes } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${partition}) and not indisprimary order by relname`.execute(trx);
  for (const [index, { name }] of indexes.entries())
    await sql`alter index ${sql.id(name)} rename to ${sql.id(`${partition}_${index + 1}`)}`.execute(trx);
  // PostgreSQL 17 and later take ids from the whole table's sequence, and refuse a partition with one of its own.
  await sql`alter table ${part} alter column id drop identity`.execute(trx);
  await sql`create table ${parent} (like ${part} including defaults)
    partition by range (${sql.id(table.partitionBy)})`.execute(trx);
  await sql`alter table ${parent} alter column id
    add generated by default as identity (start with ${sql.lit(ids[0]?.next ?? 1)})`.execute(trx);
  // The described indexes and keys are the old table's: once attached, its own become parts of them; nothing is built.
  for (const statement of changeIndexes(trx, table, undefined).create) await statement.execute(trx);
  for (const statement of changeReferences(table, undefined).create) await statement.execute(trx);
  await sql`alter table ${parent} attach partition ${part}
    for values from (minvalue) to (${sql.lit(before.toISOString())})`.execute(trx);
  await createDefault(table).execute(trx);
  await dropBound(trx, partition, partition);
  await trx
    .insertInto("pb_migrations")
    .values({ statement: `${table.name}: partitions by month; all rows until now in ${partition}` })
    .execute();
}
