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

interface Index {
  readonly name: string;
  readonly definition: string;
  /** The definition that the migration stores with the index. */
  readonly comment: string | null;
}

/**
 * Runs `fill` without indexes except primary keys, and rebuilds them afterwards, which takes a fraction of the time of
 * updating them for every row. Must run in a transaction.
 */
export async function withoutIndexes<T>(
  db: Kysely<Tables>,
  tables: readonly string[],
  fill: () => Promise<T>,
): Promise<T> {
  const { rows: indexes } = await sql<Index>`
    select index.relname as name, pg_get_indexdef(index.oid) as definition,
      obj_description(index.oid, 'pg_class') as comment
    from pg_index
    join pg_class as index on index.oid = pg_index.indexrelid
    join pg_class as indexed on indexed.oid = pg_index.indrelid
    where indexed.relname in (${sql.join([...tables])}) and indexed.relnamespace = current_schema()::regnamespace
      and not pg_index.indisprimary`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  const filled = await fill();
  for (const { name, definition, comment } of indexes) {
    // As if it were for the whole of a partitioned table alone.
    await sql.raw(definition.replace(/ ON ONLY /, " ON ")).execute(db);
    if (comment !== null) await sql`comment on index ${sql.id(name)} is ${sql.lit(comment)}`.execute(db);
  }
  return filled;
}
