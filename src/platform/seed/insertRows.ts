import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { deferReferences } from "../db/referenceChanges.ts";

/** Rows by table. */
export type SeedTables = Readonly<Record<string, readonly SeedRow[]>>;
export type SeedRow = Readonly<Record<string, unknown>>;

/** Stores all rows with one statement per table, and continues ids after them. Must run in a transaction. */
export async function insertRows(db: Kysely<Tables>, tables: SeedTables): Promise<void> {
  await deferReferences(db);
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap(Object.keys))];
    if (columns.length === 0) continue;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    );
    if (columns.includes("id")) await continueIds(db, table);
  }
}

export async function continueIds(db: Kysely<Tables>, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  );
}
