import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { insertAll } from "../db/insertAll.ts";
import { deferReferences } from "../db/referenceChanges.ts";

/** Rows by table. */
export type SeedTables = Readonly<Record<string, readonly SeedRow[]>>;
export type SeedRow = Readonly<Record<string, unknown>>;

/** Stores all rows with one statement per table, and continues ids after them. Must run in a transaction. */
export async function insertSeedRows(db: Kysely<Tables>, tables: SeedTables): Promise<void> {
  await deferReferences(db);
  for (const [table, rows] of Object.entries(tables)) {
    await insertAll(db, table, rows);
    if (rows[0]?.id !== undefined) await continueIds(db, table);
  }
}

export async function continueIds(db: Kysely<Tables>, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  );
}
