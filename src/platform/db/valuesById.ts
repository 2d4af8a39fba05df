import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "./statements.ts";

/** The values of a column by the ids of their rows; ids of no row are absent. */
export async function valuesById<Value>(
  db: Kysely<Tables>,
  table: string,
  column: string,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, Value>> {
  const distinctIds = [...new Set(ids)];
  if (distinctIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; value: Value }>`
    select id, ${sql.ref(column)} as value from ${sql.table(table)} where id = ${anyOf(distinctIds)}`.execute(db);
  return new Map(rows.map(({ id, value }) => [id, value]));
}
