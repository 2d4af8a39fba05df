import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";

interface Index {
  readonly name: string;
  readonly definition: string;
  /** The migration's note of what the index was made from. */
  readonly comment: string | null;
}

/**
 * Runs `fill` while the tables have no indexes but their primary keys, and makes them again afterwards: to build an
 * index over all rows takes a fraction of keeping it while they come in. Belongs into a transaction.
 */
export async function withoutIndexes<T>(
  db: Kysely<AnyTables>,
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
    await sql.raw(definition).execute(db);
    if (comment !== null) await sql`comment on index ${sql.id(name)} is ${sql.lit(comment)}`.execute(db);
  }
  return filled;
}
