import { type Kysely, sql } from "kysely";
import { tables } from "../../src/generated/tables.gen.ts";
import { passwordTables } from "../../src/platform/auth/passwordTables.ts";
import { certificateTable } from "../../src/platform/certificates/certificateTable.ts";
import type { AnyTables } from "../../src/platform/db/tables.ts";
import { journalTable } from "../../src/platform/journalTable.ts";
import { preferenceTable } from "../../src/platform/preferences/preferenceTable.ts";

/** Table -> number of rows and a hash of all their values: equal before and after means nothing was written. */
export type Fingerprint = Readonly<Record<string, string>>;

const names = [...tables, journalTable, preferenceTable, certificateTable, ...passwordTables].map(({ name }) => name);

/** Note when they were used last, whatever a request does: only how many there are is compared. */
const restless: ReadonlySet<string> = new Set(["adminsessions"]);

export async function fingerprint(db: Kysely<AnyTables>): Promise<Fingerprint> {
  const parts = names.map((name) => {
    const values = restless.has(name) ? sql`0` : sql`coalesce(sum(hashtextextended(t::text, 0)), 0)`;
    return sql`select ${sql.lit(name)} as name, count(*) || ' ' || ${values} as print from ${sql.table(name)} as t`;
  });
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** The number that the next transaction that writes will have: as long as it stays the same, nothing is written. */
export async function nextTransaction(db: Kysely<AnyTables>): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    db,
  );
  return String(rows[0]?.next);
}
