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

const COUNTER = "test_writes";

/**
 * Counts the statements that write to a table of the fingerprint, in this database: the server's counter of transactions is
 * moved by others, too. What is rolled back is counted as well.
 */
export async function countWrites(db: Kysely<Tables>): Promise<void> {
  await sql`create sequence ${sql.table(COUNTER)}`.execute(db);
  await sql`create function ${sql.id(`note_${COUNTER}`)}() returns trigger language plpgsql as ${sql.lit(
    `begin perform nextval('${COUNTER}'); return null; end`,
  )}`.execute(db);
  const triggers = names.map((name) => {
    const writes = sql.raw(volatileTables.has(name) ? "insert or delete" : "insert or update or delete or truncate");
    return sql`create trigger ${sql.id(COUNTER)} after ${writes} on ${sql.table(name)}
      for each statement execute function ${sql.id(`note_${COUNTER}`)}()`;
  });
  await sql`${sql.join(triggers, sql`; `)}`.execute(db);
  // The first call would return what the sequence already says.
  await sql`select nextval(${COUNTER})`.execute(db);
}

/** Unchanged as long as nothing is written: see countWrites. */
export async function writesSoFar(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ last_value: string }>`select last_value from ${sql.table(COUNTER)}`.execute(db);
  return String(rows[0]?.last_value);
}
