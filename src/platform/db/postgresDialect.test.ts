import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { resources } from "../../generated/all.gen.ts";
import { openTestPlatform } from "../../testing/platform.ts";
import { buildPlans } from "../records/plan/resourcePlan.ts";
import { from, whereAll } from "../records/query/selectRows.ts";
import { prepareDatabase } from "../seed/prepareDatabase.ts";
import { openDatabase } from "./engine.ts";
import { markUnawaited, runWithFreshPlan, transaction } from "./statements.ts";
import type { Database } from "./tables.ts";
import { defaultTimeLimits, withTimeLimit } from "./timeLimits.ts";

let database: Database;
let count = 0;
const server = await startPostgres();
afterAll(() => server.stop());
beforeEach(async () => {
  const admin = await openDatabase({ databaseUrl: server.url });
  const name = `test${++count}`;
  await sql`create database ${sql.id(name)}`.execute(admin.kysely);
  await admin.close();
  database = await openDatabase({ databaseUrl: server.url.replace(/postgres$/, name) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

/** Texts that this connection has prepared under a name. */
async function preparedTexts(db: Database["kysely"] = database.kysely): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

const add = (one: number) => sql<{ sum: number }>`select ${one}::integer + 1 as sum`;

describe("names of statements", () => {
  it("are assigned from the second execution on, except where the plan depends on the values", async () => {
    const { kysely } = database;
    await add(1).execute(kysely);
    expect(await preparedTexts()).toEqual([]);
    await add(2).execute(kysely);
    for (const one of [1, 2, 3]) await runWithFreshPlan(sql`select ${one}::integer - 1 as difference`, kysely);
    for (const _ of [1, 2]) await runWithFreshPlan(sql`select 7 as seven`, kysely);
    const texts = await preparedTexts();
    expect(texts).toContain("select $1::integer + 1 as sum");
    expect(texts).toContain("select 7 as seven");
    expect(texts.join()).not.toContain("difference");
  });

  it("are limited to the 200 most recently used per connection", async () => {
    const { kysely } = database;
    const ask = async (number: number) => sql`select ${sql.lit(number)} as one`.execute(kysely);
    for (let number = 1; number <= 300; number++) for (const _ of [1, 2]) await ask(number);
    // An evicted one comes back.
    await ask(1);
    const texts = await preparedTexts();
    expect(texts.length).toBeLessThanOrEqual(200);
    expect(texts).toContain("select 300 as one");
    expect(texts).toContain("select 1 as one");
    expect(texts).not.toContain("select 50 as one");
  });

  it("are given up behind a pooler that switches connections", async () => {
    const { kysely } = database;
    const ask = async () => (await add(41).execute(kysely)).rows;
    for (const _ of [1, 2]) await ask();
    await sql`deallocate all`.execute(kysely);
    expect(await ask()).toEqual([{ sum: 42 }]);
    await ask();
    expect(await preparedTexts()).toEqual([]);
  });

  it("are given up during a transaction, which is retried", async () => {
    const { kysely } = database;
    await sql`create table t (id integer primary key)`.execute(kysely);
    let runs = 0;
    const insert = (id: number) =>
      transaction(kysely, async (trx) => {
        runs++;
        await sql`insert into t values (${id})`.execute(trx);
        if (runs === 3) await sql`deallocate all`.execute(trx);
        await sql`insert into t values (${id + 100})`.execute(trx);
      });
    for (const id of [1, 2, 3]) await insert(id);
    expect(runs).toBe(4);
    expect(
      (await sql`select id from t order by id`.execute(kysely)).rows.map((row) => (row as { id: number }).id),
    ).toEqual([1, 2, 3, 101, 102, 103]);
  });

  it("are reassigned when a table has changed its columns", async () => {
    const { kysely } = database;
    await sql`create table t (id integer primary key)`.execute(kysely);
    await sql`insert into t values (1)`.execute(kysely);
    const all = async (db = kysely) => (await sql`select * from t`.execute(db)).rows;
    for (const _ of [1, 2, 3]) await all();
    await sql`alter table t add column name text`.execute(kysely);
    expect(await all()).toEqual([{ id: 1, name: null }]);
    for (const _ of [1, 2]) await all();
    await sql`alter table t add column further text`.execute(kysely);
    expect(await transaction(kysely, (trx) => all(trx))).toEqual([{ id: 1, name: null, further: null }]);
  });
});

describe("rows that have been described before", () => {
  it("are read as those of a first execution", async () => {
    const { kysely } = database;
    const values = sql`${7}::int8 as big, 1.5::numeric as amount, true as is_on, null::text as missing, ''::text as empty,
      '{"a":[1]}'::jsonb as json, '2026-01-02T03:04:05.6Z'::timestamptz as at, '2026-01-02'::date as day,
      '{1,2}'::int[] as list, '\\x00ff'::bytea as bytes`;
    const ask = [
      async () => (await sql`select ${values}`.execute(kysely)).rows,
      async () => (await runWithFreshPlan(sql`select ${values} limit 1`, kysely)).rows,
      () =>
        withTimeLimit(
          defaultTimeLimits,
          "list",
          async () => (await sql`select ${values} limit 2`.execute(kysely)).rows,
        ),
    ];
    const [first] = await sql`select ${values}`.execute(kysely).then(({ rows }) => rows);
    for (const _ of [1, 2, 3, 4]) for (const execute of ask) expect(await execute()).toEqual([first]);
    expect(first).toEqual({
      ...{ big: 7, amount: 1.5, is_on: true, missing: null, empty: "", json: { a: [1] }, at: "2026-01-02T03:04:05Z" },
      ...{ day: "2026-01-02", list: [1, 2], bytes: Buffer.from([0, 255]) },
    });
  });

  it("are counted where they are changed", async () => {
    const { kysely } = database;
    await sql`create table t (id integer)`.execute(kysely);
    for (const id of [1, 2, 3]) await sql`insert into t values (${id})`.execute(kysely);
    for (const _ of [1, 2, 3])
      expect((await sql`update t set id = id + ${10}`.execute(kysely)).numAffectedRows).toBe(3n);
    expect((await sql`delete from t where id > ${0}`.execute(kysely)).numAffectedRows).toBe(3n);
  });

  it("fail as those of a first execution, with the connection in working order", async () => {
    const { kysely } = database;
    const divide = (by: number) => sql`select 1 / ${by}::integer as part`.execute(kysely);
    for (const _ of [1, 2, 3]) expect((await divide(1)).rows).toEqual([{ part: 1 }]);
    for (const _ of [1, 2]) await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
    expect((await divide(1)).rows).toEqual([{ part: 1 }]);
  });

  it("are described again once their table has other columns", async () => {
    const { kysely } = database;
    await sql`create table t (id integer)`.execute(kysely);
    await sql`insert into t values (1)`.execute(kysely);
    const ask = async () => (await runWithFreshPlan(sql`select * from t where id = ${1}`, kysely)).rows;
    for (const _ of [1, 2, 3]) expect(await ask()).toEqual([{ id: 1 }]);
    await sql`alter table t add column name text`.execute(kysely);
    for (const _ of [1, 2, 3]) expect(await ask()).toEqual([{ id: 1, name: null }]);
  });
});

it("leaves a working connection after a transaction that fails before its first query", async () => {
  const { kysely } = database;
  const fails = transaction(kysely, async () => {
    throw new Error("changed my mind");
  });
  await expect(fails).rejects.toThrow("changed my mind");
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
});

it("commits transactions of statements that nobody waits for, and takes them back", async () => {
  const { kysely } = database;
  await sql`create table t (id integer primary key)`.execute(kysely);
  const insert = (id: number) => markUnawaited(CompiledQuery.raw("insert into t values ($1)", [id]));
  for (const id of [1, 2, 3, 4])
    await transaction(kysely, async (trx) => {
      await trx.executeQuery(insert(id));
    });
  const taken = transaction(kysely, async (trx) => {
    await trx.executeQuery(insert(5));
    throw new Error("changed my mind");
  });
  await expect(taken).rejects.toThrow("changed my mind");
  const twice = transaction(kysely, async (trx) => {
    await trx.executeQuery(insert(4));
  });
  await expect(twice).rejects.toMatchObject({ code: "23505" });
  expect((await sql`select id from t order by id`.execute(kysely)).rows).toEqual([1, 2, 3, 4].map((id) => ({ id })));
});

it("updates a field in three round trips, without reading referenced records", async () => {
  await prepareDatabase(database.kysely);
  const platform = await openTestPlatform({}, undefined, database);
  const master = await platform.as("master");
  const contact = { email: "one@example.org", reseller_id: 2 };
  const path = String((await master.send("POST", "/api/customercontacts/", contact)).headers.location);
  const rename = (company: string) => master.send("PATCH", path, [{ op: "replace", path: "/company", value: company }]);
  for (const company of ["One", "Two"]) expect((await rename(company)).status).toBe(204);
  const query = vi.spyOn(pg.Client.prototype, "query");
  expect((await rename("Three")).status).toBe(204);
  const texts = query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked));
  const beginOf = (text: string) => text.split(/\s+/).slice(0, 2).join(" ");
  expect(texts.map((text) => text.split("; ").map(beginOf))).toEqual([
    ["begin", "select where", 'select "table"."id",'],
    ['update "contacts"'],
    ["insert into", "commit"],
  ]);
  await platform.app.close();
});

it("counts a list with an index-only scan, for every resource that hides records", async () => {
  await prepareDatabase(database.kysely);
  const stored = Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage === undefined);
  const plans = [...buildPlans(Object.fromEntries(stored), {}, "UTC").values()];
  const hiding = plans.filter((plan) => plan.descriptor.hiddenWhen && !plan.owner);
  expect(hiding.map(({ name }) => name)).toContain("customercontacts");
  for (const plan of hiding) {
    const explained = await database.kysely.transaction().execute(async (trx) => {
      // On empty tables a scan is always cheapest.
      for (const way of ["seqscan", "bitmapscan", "sort"])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      const conditions = whereAll([...plan.own, ...plan.notHidden]);
      return sql<{ "QUERY PLAN": string }>`explain select count(*) ${from(plan)} ${conditions}`.execute(trx);
    });
    expect(explained.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
      `Index Only Scan using pb_${plan.name}_shown`,
    );
  }
});
