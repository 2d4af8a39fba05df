import { type Kysely, sql } from "kysely";
import type { TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode } from "./errors.ts";

/**
 * The tables without the indexes that this database cannot have: substring search uses pg_trgm, which ships with
 * PostgreSQL and the embedded engine but is enabled per database. Without such an index searches return
 * the same, only in time that grows with the table.
 */
export async function supportedTables(
  db: Kysely<Tables>,
  tables: readonly TableDescriptor[],
): Promise<readonly TableDescriptor[]> {
  return tables.some(needsTrigrams) && !(await hasTrigrams(db)) ? tables.map(withoutTrigrams) : tables;
}

/** Returns the same tables without enabling the extension, as if it could be enabled wherever it is installed. */
export async function plannedTables(
  db: Kysely<Tables>,
  tables: readonly TableDescriptor[],
): Promise<readonly TableDescriptor[]> {
  const { isThere, isKnown } = await readTrigramSupport(db);
  return isThere || isKnown ? tables : tables.map(withoutTrigrams);
}

const isTrigram = ({ method }: TableDescriptor["indexes"][number]) => method === "trigram";

const needsTrigrams = ({ indexes }: TableDescriptor) => indexes.some(isTrigram);

function withoutTrigrams(table: TableDescriptor): TableDescriptor {
  return { ...table, indexes: table.indexes.filter((index) => !isTrigram(index)) };
}

const trigramSupport = new WeakMap<Kysely<Tables>, Promise<boolean>>();

/** Whether parts of texts are looked up in an index: an extension that was added later counts from the next start. */
export function hasTrigramIndexes(db: Kysely<Tables>): Promise<boolean> {
  const cached = trigramSupport.get(db) ?? readTrigramSupport(db).then(({ isThere }) => isThere);
  trigramSupport.set(db, cached);
  cached.catch(() => trigramSupport.delete(db));
  return cached;
}

/** Enables the extension where possible. */
async function hasTrigrams(db: Kysely<Tables>): Promise<boolean> {
  const { isThere, isKnown } = await readTrigramSupport(db);
  if (isThere || !isKnown) return isThere;
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    // Class 42: not permitted. Class 23: a process that started at the same time was faster.
    if (!/^(42|23)/.test(errorCode(error) ?? "")) throw error;
  }
  return (await readTrigramSupport(db)).isThere;
}

/** An extension in a schema outside the search path counts as missing. */
async function readTrigramSupport(db: Kysely<Tables>): Promise<{ isThere: boolean; isKnown: boolean }> {
  const { rows } = await sql<{ isThere: boolean; isKnown: boolean }>`
    select exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "isThere",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "isKnown"`.execute(db);
  return rows[0] ?? { isThere: false, isKnown: false };
}
