import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { TableDescriptor } from "../../core/schema/descriptor.ts";
import { compareVersions } from "../../core/values/compareVersions.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode, MigrationError, NewerDatabaseError } from "./errors.ts";
import { changeIndexes, sharedNames } from "./indexChanges.ts";
import { createDefault, hasPartitions, isPartitioned } from "./partitions.ts";
import { changeReferences, type ForeignKey, foreignKeysOf, mendOrphans, planMending } from "./referenceChanges.ts";
import { readSchema, type TableState } from "./schemaState.ts";
import { transaction } from "./statements.ts";
import { changeColumns, createTable, type DdlStatement, storedColumns } from "./tableChanges.ts";
import { plannedTables, supportedTables } from "./trigrams.ts";
import { version } from "./version.ts";

/**
 * Increase when migrate would produce something else from the same descriptors, so that databases are checked again.
 */
const format = 1;
const fingerprintSetting = "schema_fingerprint";
const versionSetting = "schema_version";
/** Arbitrary advisory lock key: processes that start concurrently on one database wait for each other. */
const lockKey = 7_228_224;

/**
 * Brings the database to these tables without losing a row, in one transaction. Statements of `extra` cover what
 * descriptors cannot express; each runs once in the life of a database, so append to the list and never edit it.
 * Nothing is dropped except indexes and foreign keys named `pb_...` that are no longer described, and orphans whose
 * reference says that they are deleted. A required column without a default stays nullable while rows lack a value, and
 * an index of names is not unique while rows share one in several spellings.
 * Returns the applied statements, which table pb_migrations records; none when nothing has changed since the last run.
 * Throws MigrationError when existing rows do not fit the new schema, NewerDatabaseError when a newer version of the
 * product has migrated the database: an older one would not write what the newer one needs.
 */
export async function migrate(
  db: Kysely<Tables>,
  described: readonly TableDescriptor[],
  extra: readonly string[],
): Promise<readonly string[]> {
  const tables = await supportedTables(db, described);
  const fingerprint = fingerprintOf(tables, extra);
  if ((await readSetting(db, fingerprintSetting)) === fingerprint) return [];
  await refuseNewer(db);
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
    if ((await readSetting(trx, fingerprintSetting)) === fingerprint) return [];
    await refuseNewer(trx);
    await createOwnTables(trx);
    const applied: string[] = [];
    const note = async (text: string) => {
      await trx.insertInto("pb_migrations").values({ statement: text }).execute();
      applied.push(text);
    };
    const apply = async (statement: DdlStatement) => {
      const text = statement.compile(trx).sql;
      await runStatement(trx, statement, text);
      await note(text);
    };
    const mend = async (keys: readonly ForeignKey[]) => {
      for (const statement of await mendOrphans(trx, keys, tables.flatMap(foreignKeysOf)))
        await note(statement.compile(trx).sql);
    };
    const isWhole = await changeTables(trx, tables, { apply, mend, isPlan: false });
    for (const statement of await missingOf(trx, extra)) await apply(sql.raw(statement));
    // Rows that share a name may be mended until the next start.
    await writeSetting(trx, fingerprintSetting, isWhole ? fingerprint : `${fingerprint} with shared names`);
    await writeSetting(trx, versionSetting, version);
    return applied;
  });
}

/**
 * The statements that migrate would run, without running or locking anything. Those that mend orphans and fill gaps are
 * found by reading; rows that only a statement before would orphan are not foreseen. Throws as migrate does.
 */
export async function planMigration(
  db: Kysely<Tables>,
  described: readonly TableDescriptor[],
  extra: readonly string[],
): Promise<readonly string[]> {
  const tables = await plannedTables(db, described);
  if ((await readSetting(db, fingerprintSetting)) === fingerprintOf(tables, extra)) return [];
  await refuseNewer(db);
  const planned: string[] = [];
  const apply = async (statement: DdlStatement) => void planned.push(statement.compile(db).sql);
  const mend = async (keys: readonly ForeignKey[]) => {
    for (const statement of await planMending(db, keys)) await apply(statement);
  };
  await changeTables(db, tables, { apply, mend, isPlan: true });
  const isNew = (await readSetting(db, fingerprintSetting)) === undefined;
  return [...planned, ...(isNew ? extra : await missingOf(db, extra))];
}

/** The version whose tables the database has; undefined for an empty one, and one from before versions were noted. */
export async function versionOfTables(db: Kysely<Tables>): Promise<string | undefined> {
  return readSetting(db, versionSetting);
}

function fingerprintOf(tables: readonly TableDescriptor[], extra: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([format, tables, extra]))
    .digest("hex");
}

async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const databaseVersion = await versionOfTables(db);
  if (databaseVersion === undefined || compareVersions(databaseVersion, version) <= 0) return;
  throw new NewerDatabaseError(
    `the database has the tables of version ${databaseVersion}, and this is version ${version}: ` +
      `start ${databaseVersion} or later, or restore a backup made by ${version}`,
  );
}

type Apply = (statement: DdlStatement) => Promise<void>;

interface MigrationSteps {
  readonly apply: Apply;
  /** Repairs orphans of foreign keys that are made on existing tables. */
  readonly mend: (keys: readonly ForeignKey[]) => Promise<void>;
  /** Statements are not run: what the ones before add is not there. */
  readonly isPlan: boolean;
}

/** Whether every index is as described. */
async function changeTables(
  trx: Kysely<Tables>,
  tables: readonly TableDescriptor[],
  changing: MigrationSteps,
): Promise<boolean> {
  let isWhole = true;
  const { apply, mend, isPlan } = changing;
  const schema = await readSchema(
    trx,
    tables.map(({ name }) => name),
  );
  const inPartitions = tables.some(isPartitioned) && (await hasPartitions(trx));
  const references = tables.map((table) => changeReferences(table, schema.get(table.name)));
  for (const statement of references.flatMap(({ drop }) => drop)) await apply(statement);
  for (const table of tables) {
    const state = schema.get(table.name);
    const possible = state ? await withSharedNames(trx, table, state) : table;
    if (possible !== table) isWhole = false;
    const indexes = changeIndexes(trx, possible, state);
    for (const statement of indexes.drop) await apply(statement);
    if (state === undefined) {
      await apply(createTable(table, inPartitions));
      if (inPartitions && isPartitioned(table)) await apply(createDefault(table));
    } else {
      for (const statement of changeColumns(table, state)) await apply(statement);
      for (const column of storedColumns(table)) {
        const current = state.columns.get(column.name);
        if (!column.notNull || current?.notNull) continue;
        const hasGaps =
          isPlan && current === undefined
            ? async () => column.default === undefined && (await hasRows(trx, table.name))
            : async () => hasRows(trx, table.name, sql`where ${sql.id(column.name)} is null`);
        await requireValues(table, column, { apply, hasGaps, isPlan });
      }
    }
    for (const statement of indexes.create) await apply(statement);
  }
  const onOldRows = references.flatMap((changes) => changes.onOldRows);
  await mend(isPlan ? onOldRows.filter((key) => isThere(schema, key)) : onOldRows);
  for (const statement of references.flatMap(({ create }) => create)) await apply(statement);
  return isWhole;
}

/** The table, without unique indexes of names that rows share in several spellings. */
async function withSharedNames(
  db: Kysely<Tables>,
  table: TableDescriptor,
  { columns }: TableState,
): Promise<TableDescriptor> {
  const shared: string[] = [];
  for (const index of table.indexes) {
    if (!index.anyCase || !index.columns.every((column) => columns.has(column))) continue;
    if ((await sharedNames(db, table.name, index)).length > 0) shared.push(index.name);
  }
  if (shared.length === 0) return table;
  const indexes = table.indexes.map((index) => (shared.includes(index.name) ? { ...index, unique: false } : index));
  return { ...table, indexes };
}

/** Whether a key's column and target exist already. */
function isThere(schema: ReadonlyMap<string, TableState>, { from, column, table }: ForeignKey): boolean {
  return schema.get(from)?.columns.has(column) === true && schema.has(table);
}

async function hasRows(db: Kysely<Tables>, table: string, where: DdlStatement = sql``): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from ${sql.id(table)} ${where}) as "any"`.execute(db);
  return rows[0]?.any ?? false;
}

interface RequiredValueSteps extends Pick<MigrationSteps, "apply" | "isPlan"> {
  readonly hasGaps: () => Promise<boolean>;
}

/** Fills gaps with the default if there is one, and makes the column NOT NULL when there are no gaps. */
async function requireValues(
  table: TableDescriptor,
  column: TableDescriptor["columns"][number],
  { apply, hasGaps, isPlan }: RequiredValueSteps,
) {
  const [name, field] = [sql.id(table.name), sql.id(column.name)];
  const fills = column.default !== undefined && (await hasGaps());
  if (fills)
    await apply(sql`update ${name} set ${field} = ${sql.raw(column.default ?? "null")} where ${field} is null`);
  if ((fills && isPlan) || !(await hasGaps())) await apply(sql`alter table ${name} alter column ${field} set not null`);
}

/** Those of the extra statements that were not run yet. */
async function missingOf(db: Kysely<Tables>, extra: readonly string[]): Promise<readonly string[]> {
  if (extra.length === 0) return [];
  const done = await db.selectFrom("pb_migrations").select("statement").where("statement", "in", extra).execute();
  const applied = new Set(done.map(({ statement }) => statement));
  return extra.filter((statement) => !applied.has(statement));
}

async function runStatement(trx: Transaction<Tables>, statement: DdlStatement, text: string): Promise<void> {
  try {
    await statement.execute(trx);
  } catch (error) {
    // 22: a value that cannot be converted, 23: rows that violate the new constraint.
    if (!(error instanceof Error) || !/^2[23]/.test(errorCode(error) ?? "")) throw error;
    throw new MigrationError(`existing rows do not allow: ${text} (${error.message})`, { cause: error });
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

async function readSetting(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('pb_settings') is not null as known`.execute(db);
  if (!rows[0]?.known) return undefined;
  const row = await db.selectFrom("pb_settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

async function writeSetting(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto("pb_settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

declare module "../../generated/database.gen.ts" {
  interface Tables {
    pb_settings: { name: string; value: string };
    pb_migrations: { statement: string };
  }
}
