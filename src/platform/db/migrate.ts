import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { TableDescriptor } from "../../core/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode, MigrationError } from "./errors.ts";
import { changeIndexes } from "./indexChanges.ts";
import { changeReferences, foreignKeysOf, mendOrphans } from "./referenceChanges.ts";
import { readSchema } from "./schemaState.ts";
import { changeColumns, columnsOf, createTable, type Statement } from "./tableChanges.ts";
import { transaction } from "./tables.ts";
import { possibleTables } from "./trigrams.ts";

/**
 * Increase when migrate would produce something else from the same descriptors, so that databases are checked again.
 */
const format = 1;
const fingerprintSetting = "schema_fingerprint";
/** Arbitrary advisory lock key: processes that start concurrently on one database wait for each other. */
const lockKey = 7_228_224;

/**
 * Brings the database to these tables without losing a row, in one transaction. Statements of `extra` cover what
 * descriptors cannot express; each runs once in the life of a database, so append to the list and never edit it.
 * Nothing is dropped except indexes and foreign keys named `pb_...` that are no longer described, and orphans whose
 * reference says that they are deleted. A required column without a default stays nullable while rows lack a value.
 * Returns the applied statements, which table pb_migrations records; none when nothing has changed since the last run.
 * Throws MigrationError when existing rows do not fit the new schema.
 */
export async function migrate(
  db: Kysely<Tables>,
  described: readonly TableDescriptor[],
  extra: readonly string[],
): Promise<readonly string[]> {
  const tables = await possibleTables(db, described);
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([format, tables, extra]))
    .digest("hex");
  if ((await readFingerprint(db)) === fingerprint) return [];
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
    if ((await readFingerprint(trx)) === fingerprint) return [];
    await createOwnTables(trx);
    const applied: string[] = [];
    const note = async (text: string) => {
      await trx.insertInto("pb_migrations").values({ statement: text }).execute();
      applied.push(text);
    };
    const apply = async (statement: Statement) => {
      const text = statement.compile(trx).sql;
      await run(trx, statement, text);
      await note(text);
    };
    await changeTables(trx, tables, { apply, note });
    await runExtra(trx, extra, apply);
    await trx
      .insertInto("pb_settings")
      .values({ name: fingerprintSetting, value: fingerprint })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: fingerprint }))
      .execute();
    return applied;
  });
}

type Apply = (statement: Statement) => Promise<void>;

interface Log {
  /** Runs a statement and records it. */
  readonly apply: Apply;
  /** Records a statement that was run. */
  readonly note: (text: string) => Promise<void>;
}

async function changeTables(trx: Transaction<Tables>, tables: readonly TableDescriptor[], { apply, note }: Log) {
  const schema = await readSchema(
    trx,
    tables.map(({ name }) => name),
  );
  const references = tables.map((table) => changeReferences(table, schema.get(table.name)));
  for (const statement of references.flatMap(({ drop }) => drop)) await apply(statement);
  for (const table of tables) {
    const state = schema.get(table.name);
    const indexes = changeIndexes(trx, table, state);
    for (const statement of indexes.drop) await apply(statement);
    if (state === undefined) {
      await apply(createTable(table));
    } else {
      for (const statement of changeColumns(table, state)) await apply(statement);
      for (const column of columnsOf(table)) {
        if (column.notNull && !state.columns.get(column.name)?.notNull) await requireValues(trx, table, column, apply);
      }
    }
    for (const statement of indexes.create) await apply(statement);
  }
  const onOldRows = references.flatMap((one) => one.onOldRows);
  for (const statement of await mendOrphans(trx, onOldRows, tables.flatMap(foreignKeysOf)))
    await note(statement.compile(trx).sql);
  for (const statement of references.flatMap(({ create }) => create)) await apply(statement);
}

/** Fills gaps with the default if there is one, and makes the column NOT NULL when there are no gaps. */
async function requireValues(
  trx: Transaction<Tables>,
  table: TableDescriptor,
  column: TableDescriptor["columns"][number],
  apply: Apply,
) {
  const [name, field] = [sql.id(table.name), sql.id(column.name)];
  const hasGaps = async () => {
    const { rows } = await sql<{
      gaps: boolean;
    }>`select exists (select from ${name} where ${field} is null) as gaps`.execute(trx);
    return rows[0]?.gaps ?? false;
  };
  if (column.default !== undefined && (await hasGaps())) {
    await apply(sql`update ${name} set ${field} = ${sql.raw(column.default)} where ${field} is null`);
  }
  if (!(await hasGaps())) await apply(sql`alter table ${name} alter column ${field} set not null`);
}

async function runExtra(trx: Transaction<Tables>, extra: readonly string[], apply: Apply) {
  if (extra.length === 0) return;
  const done = await trx.selectFrom("pb_migrations").select("statement").where("statement", "in", extra).execute();
  const known = new Set(done.map(({ statement }) => statement));
  for (const statement of extra) {
    if (!known.has(statement)) await apply(sql.raw(statement));
  }
}

async function run(trx: Transaction<Tables>, statement: Statement, text: string): Promise<void> {
  try {
    await statement.execute(trx);
  } catch (error) {
    // 22: a value that cannot be converted, 23: rows that violate the new constraint.
    if (!/^2[23]/.test(errorCode(error) ?? "")) throw error;
    throw new MigrationError(`existing rows do not allow: ${text} (${(error as Error).message})`, { cause: error });
  }
}

async function createOwnTables(trx: Transaction<Tables>): Promise<void> {
  await sql`create table if not exists pb_settings (name text primary key, value text not null)`.execute(trx);
  await sql`create table if not exists pb_migrations (
    id integer generated by default as identity primary key,
    statement text not null,
    applied timestamptz not null default now()
  )`.execute(trx);
}

async function readFingerprint(db: Kysely<Tables>): Promise<unknown> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('pb_settings') is not null as known`.execute(db);
  if (!rows[0]?.known) return undefined;
  const row = await db
    .selectFrom("pb_settings")
    .select("value")
    .where("name", "=", fingerprintSetting)
    .executeTakeFirst();
  return row?.value;
}

declare module "../../generated/database.gen.ts" {
  interface Tables {
    pb_settings: { name: string; value: string };
    pb_migrations: { statement: string };
  }
}
