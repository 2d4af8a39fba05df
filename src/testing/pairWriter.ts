import { writeSync } from "node:fs";
import { sql } from "kysely";
import { openDatabase } from "../platform/db/engine.ts";
import { anyTables, transaction } from "../platform/db/tables.ts";

/**
 * Writes pairs of rows until it is killed; each line of its output is the id of an acknowledged transaction. Argument:
 * data folder.
 */
const { kysely } = await openDatabase({ dataDir: process.argv[2] });
await sql`create table if not exists a (id integer primary key, done boolean not null)`.execute(kysely);
await sql`create table if not exists b (id integer primary key references a (id))`.execute(kysely);
const last = await anyTables(kysely)
  .selectFrom("a")
  .select(({ fn }) => fn.max<number | null>("id").as("id"))
  .executeTakeFirst();
let id = last?.id ?? 0;

async function write(): Promise<void> {
  for (;;) {
    const mine = ++id;
    await transaction(kysely, async (trx) => {
      await anyTables(trx).insertInto("a").values({ id: mine, done: false }).execute();
      await anyTables(trx).insertInto("b").values({ id: mine }).execute();
      await anyTables(trx).updateTable("a").set({ done: true }).where("id", "=", mine).execute();
    });
    writeSync(1, `${mine}\n`);
  }
}
await Promise.all([write(), write(), write()]);
