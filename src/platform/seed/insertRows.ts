import { type Insertable, type Kysely, type SelectType, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { insertAll } from "../db/insertAll.ts";
import { deferReferences } from "../db/referenceChanges.ts";

/** Rows by table. */
export type SeedTables = { readonly [Table in keyof Tables]?: readonly SeedRow<Table>[] };

/** A row to be stored: columns that may be empty may be left out, documents are as they are read. */
export type SeedRow<Table extends keyof Tables> = SeedDraft<Table> & { readonly id: number };

/** A row before it has an id. */
export type SeedDraft<Table extends keyof Tables> = {
  readonly [C in keyof Insertable<Tables[Table]> as Exclude<C, "id" | "row_version">]: C extends keyof Tables[Table]
    ? SelectType<Tables[Table][C]>
    : never;
};

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
