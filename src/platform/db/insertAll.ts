import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";

/** Inserts rows with one statement and one parameter, however many they are. Returns them as stored, in order. */
export async function insertAll<Stored>(
  db: Kysely<Tables>,
  table: string,
  rows: readonly object[],
): Promise<readonly Stored[]> {
  if (rows.length === 0) return [];
  const columns = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.ref(name)));
  const insert = sql<Stored>`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    returning *`;
  return (await insert.execute(db)).rows;
}
