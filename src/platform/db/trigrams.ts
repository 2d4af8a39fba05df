import { type Kysely, sql } from "kysely";
import type { TableDescriptor } from "../../core/descriptor.ts";
import { errorCode } from "./errors.ts";
import type { AnyTables } from "./tables.ts";

/**
 * The tables without the indexes that this database can not have: parts of texts are found by pg_trgm, which comes
 * with PostgreSQL but is switched on per database, and the embedded engine is without. Without such an index searches
 * give the same, only in a time that grows with the table.
 */
export async function possibleTables(
  db: Kysely<AnyTables>,
  tables: readonly TableDescriptor[],
): Promise<readonly TableDescriptor[]> {
  const isTrigram = ({ method }: TableDescriptor["indexes"][number]) => method === "trigram";
  if (!tables.some(({ indexes }) => indexes.some(isTrigram)) || (await hasTrigrams(db))) return tables;
  return tables.map((table) => ({ ...table, indexes: table.indexes.filter((index) => !isTrigram(index)) }));
}

/** Switches the extension on where that is possible and not done. */
async function hasTrigrams(db: Kysely<AnyTables>): Promise<boolean> {
  const { isThere, isKnown } = await look(db);
  if (isThere || !isKnown) return isThere;
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    // Who may not: class 42. Two processes that start together: the other one was faster, class 23.
    if (!/^(42|23)/.test(errorCode(error) ?? "")) throw error;
  }
  return (await look(db)).isThere;
}

/** Where the extension lives in a schema that is not looked in, it is as good as absent. */
async function look(db: Kysely<AnyTables>): Promise<{ isThere: boolean; isKnown: boolean }> {
  const { rows } = await sql<{ isThere: boolean; isKnown: boolean }>`
    select exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "isThere",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "isKnown"`.execute(db);
  return rows[0] ?? { isThere: false, isKnown: false };
}
