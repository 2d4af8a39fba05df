import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./engine.ts";
import { runMaintenance } from "./pglite.ts";
import type { Database } from "./tables.ts";

let database: Database;
beforeEach(async () => {
  database = await openDatabase({});
});
afterEach(() => database.close());

it("writes a checkpoint only when the log has grown", async () => {
  const { kysely } = database;
  const checkpoint = async () =>
    (await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(kysely)).rows[0]?.at;
  const before = await checkpoint();
  await runMaintenance(kysely);
  expect(await checkpoint()).toBe(before);
  await sql`create table t as select i as id, repeat('x', 1900) as text from generate_series(1, 20000) i`.execute(
    kysely,
  );
  await runMaintenance(kysely);
  expect(await checkpoint()).not.toBe(before);
});

it("vacuums and analyses the table that changed most", async () => {
  const { kysely } = database;
  await sql`create table "Odd name" as select generate_series(1, 2000) as id`.execute(kysely);
  await sql`create table calm as select generate_series(1, 100) as id`.execute(kysely);
  await sql`delete from "Odd name" where id > 100`.execute(kysely);
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  const statements: string[] = [];
  database.onStatement(({ text }) => void statements.push(text));
  await runMaintenance(kysely);
  // Each holds the thread for as long as it takes.
  expect(statements.slice(-2)).toEqual(['vacuum "public"."Odd name"', 'analyze "public"."Odd name"']);
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  const { rows } = await sql`select relname as name, n_dead_tup as dead, last_analyze is not null as analysed
    from pg_stat_user_tables order by relname`.execute(kysely);
  expect(rows).toEqual([
    { name: "Odd name", dead: 0, analysed: true },
    { name: "calm", dead: 0, analysed: false },
  ]);
});
