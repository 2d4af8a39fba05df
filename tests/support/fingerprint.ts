import { type Kysely, sql } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { tables } from "../../src/generated/tables.gen.ts";
import { passwordTables } from "../../src/platform/auth/passwordTables.ts";
import { certificateTable } from "../../src/platform/certificates/certificateTable.ts";
import { journalTable } from "../../src/platform/journalTable.ts";
import { preferenceTable } from "../../src/platform/preferences/preferenceTable.ts";

/** Table -> number of rows and a hash of all values. Equal fingerprints mean that nothing was written. */
export type Fingerprint = Readonly<Record<string, string>>;

const names = [...tables, journalTable, preferenceTable, certificateTable, ...passwordTables].map(({ name }) => name);

/** Tables updated by any request, such as the time of last use: only their row counts are compared. */
const volatileTables: ReadonlySet<string> = new Set(["adminsessions"]);

export async function fingerprint(db: Kysely<Tables>): Promise<Fingerprint> {
  const parts = names.map((name) => {
    const values = volatileTables.has(name) ? sql`0` : sql`coalesce(sum(hashtextextended(t::text, 0)), 0)`;
    return sql`select ${sql.lit(name)} as name, count(*) || ' ' || ${values} as print from ${sql.table(name)} as t`;
  });
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** Id of the next writing transaction; unchanged as long as nothing is written. */
export async function nextTransaction(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    db,
  );
  return String(rows[0]?.next);
}
