import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../../src/platform/db/tables.ts";

/** Table -> number of rows and a hash of all their values: equal before and after means nothing was written. */
export type Fingerprint = Readonly<Record<string, string>>;

export async function fingerprint(db: Kysely<AnyTables>): Promise<Fingerprint> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort();
  const entries: [string, string][] = [];
  for (const table of tables) {
    const rows = sql<{ print: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print
      from ${sql.table(table)} as t`;
    entries.push([table, (await rows.execute(db)).rows[0]?.print ?? ""]);
  }
  return Object.fromEntries(entries);
}
