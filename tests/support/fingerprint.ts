import { type Kysely, sql } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { tables } from "../../src/generated/tables.gen.ts";

/** Table -> number of rows and a hash of all values. Equal fingerprints mean that nothing was written. */
export type Fingerprint = Readonly<Record<string, string>>;

const names = [
  ...tables.map(({ name }) => name),
  ...["journals", "preferences", "apicertificates", "adminpasswords", "passwordresets"],
];

/** Tables updated by any request, such as the time of last use: only their row counts are compared. */
const volatileTables: ReadonlySet<string> = new Set(["adminsessions"]);

/** The fingerprint of these tables. */
export async function fingerprint(db: Kysely<Tables>, of: readonly string[] = names): Promise<Fingerprint> {
  if (of.length === 0) return {};
  const parts = of.map((name) => {
    const values = volatileTables.has(name) ? sql`0` : sql`coalesce(sum(hashtextextended(t::text, 0)), 0)`;
    return sql`select ${sql.lit(name)} as name, count(*) || ' ' || ${values} as print from ${sql.table(name)} as t`;
  });
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

const LOG = "test_writes";

/**
 * Logs the statements that write to a table of the fingerprint, in this database, for takeWritten. What is rolled back takes
 * its line along.
 */
export async function logWrites(db: Kysely<Tables>): Promise<void> {
  await sql`create unlogged table ${sql.table(LOG)} (name text not null)`.execute(db);
  await sql`create function ${sql.id(`note_${LOG}`)}() returns trigger language plpgsql as ${sql.lit(
    `begin insert into ${LOG} values (tg_table_name); return null; end`,
  )}`.execute(db);
  const triggers = names.map((name) => {
    const writes = sql.raw(volatileTables.has(name) ? "insert or delete" : "insert or update or delete or truncate");
    return sql`create trigger ${sql.id(LOG)} after ${writes} on ${sql.table(name)}
      for each statement execute function ${sql.id(`note_${LOG}`)}()`;
  });
  await sql`${sql.join(triggers, sql`; `)}`.execute(db);
}

/** The tables written to since the last call: see logWrites. */
export async function takeWritten(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from ${sql.table(LOG)} returning name`.execute(db);
  return [...new Set(rows.map(({ name }) => name))];
}
