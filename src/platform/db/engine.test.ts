import { CompiledQuery, sql } from "kysely";
import { expect, it, test } from "vitest";
import { describeBothEngines } from "../../../tests/support/engines.ts";
import { openDatabase } from "./engine.ts";
import { DatabaseUnavailableError, errorCode, isConnectionFailure } from "./errors.ts";
import { allowSnapshotReads } from "./snapshotReads.ts";
import { markUnawaited, transaction } from "./statements.ts";
import { anyTables } from "./tables.ts";

describeBothEngines((open, engine) => {
  it("gives rows as plain JSON values", async () => {
    const { kysely } = await open();
    const { rows } = await sql`select 7::int8 as big, 1.50::numeric as amount, 2::integer as small,
      0.1::float8 as ratio, true as flag, null::text as none, 'Ä' as text, '{"a":[1,null]}'::jsonb as data,
      '2026-01-02 03:04:05.678+01'::timestamptz as at, '2026-02-03'::date as day,
      '2026-02-03 04:05:06'::timestamp as clock, 'infinity'::timestamptz as never, count(*) as total`.execute(kysely);
    expect(rows).toEqual([
      {
        big: 7,
        amount: 1.5,
        small: 2,
        ratio: 0.1,
        flag: true,
        none: null,
        text: "Ä",
        data: { a: [1, null] },
        at: "2026-01-02T02:04:05Z",
        day: "2026-02-03",
        clock: "2026-02-03 04:05:06",
        never: "infinity",
        total: 1,
      },
    ]);
  });

  it("works in UTC and sorts text by code point", async () => {
    const { kysely } = await open();
    const { rows } = await sql`select current_setting('TimeZone') as zone,
      array_to_string(array(select x from unnest(array['b', 'A', 'a', '_', 'é', 'Z']) x order by x), ' ') as sorted`.execute(
      kysely,
    );
    expect(rows).toEqual([{ zone: "UTC", sorted: "A Z _ a b é" }]);
  });

  it("binds values by their JavaScript type", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, data jsonb, at timestamptz, flag boolean, amount numeric)`.execute(
      kysely,
    );
    const row = { id: 1, data: JSON.stringify(["x'; drop table t; --"]), at: "2026-01-02T03:04:05Z", flag: false };
    await anyTables(kysely)
      .insertInto("t")
      .values({ ...row, amount: 0.25 })
      .execute();
    expect(await anyTables(kysely).selectFrom("t").selectAll().execute()).toEqual([
      { id: 1, data: ["x'; drop table t; --"], at: "2026-01-02T03:04:05Z", flag: false, amount: 0.25 },
    ]);
  });

  it("names the violated constraint, and keeps working after every kind of error", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, name text unique not null)`.execute(kysely);
    await anyTables(kysely).insertInto("t").values({ id: 1, name: "a" }).execute();
    const failures = [
      anyTables(kysely).insertInto("t").values({ id: 2, name: "a" }).execute(),
      anyTables(kysely).insertInto("t").values({ id: 1, name: null }).execute(),
      anyTables(kysely).selectFrom("t").select("none").where("id", "=", 1).execute(),
      sql`select ${"x"}::integer`.execute(kysely),
      sql`selec`.execute(kysely),
      sql`select 1 / ${0}::integer`.execute(kysely),
    ];
    const errors = (await Promise.allSettled(failures)).map((result) => result.status === "rejected" && result.reason);
    expect(errors.map(errorCode)).toEqual(["23505", "23502", "42703", "22P02", "42601", "22012"]);
    expect(errors[0]).toMatchObject({ constraint: "t_name_key", table: "t" });
    expect(errors.some(isConnectionFailure)).toBe(false);
    expect(await anyTables(kysely).selectFrom("t").selectAll().execute()).toEqual([{ id: 1, name: "a" }]);
  });

  it("isolates concurrent transactions", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, n integer not null)`.execute(kysely);
    await anyTables(kysely).insertInto("t").values({ id: 1, n: 0 }).execute();
    const add = (fail: boolean) =>
      transaction(kysely, async (trx) => {
        const row = await anyTables(trx)
          .selectFrom("t")
          .select("n")
          .where("id", "=", 1)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await anyTables(trx)
          .updateTable("t")
          .set({ n: Number(row.n) + 1 })
          .where("id", "=", 1)
          .execute();
        if (fail) throw new Error("changed my mind");
        return row.n;
      });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => add(index % 4 === 0)));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(5);
    expect(await anyTables(kysely).selectFrom("t").select("n").executeTakeFirst()).toEqual({ n: 15 });
  });

  it("rolls back a failed transaction", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key)`.execute(kysely);
    const both = transaction(kysely, async (trx) => {
      await anyTables(trx).insertInto("t").values({ id: 1 }).execute();
      await anyTables(trx).insertInto("t").values({ id: 1 }).execute();
    });
    await expect(both).rejects.toMatchObject({ code: "23505" });
    expect(await anyTables(kysely).selectFrom("t").selectAll().execute()).toEqual([]);
  });

  it("runs what is sent ahead before what follows, and fails where it does", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key)`.execute(kysely);
    const insert = (id: number, table = "t") =>
      markUnawaited(CompiledQuery.raw(`insert into ${table} values ($1)`, [id]));
    const seen = await transaction(kysely, async (trx) => {
      await trx.executeQuery(insert(1));
      const { rows } = await sql`select id from t`.execute(trx);
      for (const id of [2, 3]) await trx.executeQuery(insert(id));
      return rows;
    });
    expect(seen).toEqual([{ id: 1 }]);
    const last = transaction(kysely, async (trx) => {
      await sql`insert into t values (4)`.execute(trx);
      await trx.executeQuery(insert(1));
    });
    await expect(last).rejects.toMatchObject({ code: "23505" });
    const followed = transaction(kysely, async (trx) => {
      await trx.executeQuery(insert(5, "none"));
      await sql`insert into t values (5)`.execute(trx);
    });
    await expect(followed).rejects.toMatchObject({ code: "42P01" });
    const { rows } = await sql`select id from t order by id`.execute(kysely);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it("yields to timers during a long series of queries", async () => {
    const { kysely } = await open();
    let fired = false;
    setTimeout(() => {
      fired = true;
    }, 20);
    let queries = 0;
    while (!fired && queries < 5000) {
      await sql`select ${queries}::integer`.execute(kysely);
      queries++;
    }
    expect(fired).toBe(true);
  });

  it("yields to sockets and timers within a transaction", async () => {
    const { kysely } = await open();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const statements = await transaction(kysely, async (trx) => {
      let count = 0;
      while (turns < 3 && count < 5000) await sql`select ${count++}::integer`.execute(trx);
      return count;
    });
    clearInterval(timer);
    expect(statements).toBeLessThan(5000);
  });

  it("lets others read during a long transaction, on the snapshot before it", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, name text, flags integer[])`.execute(kysely);
    const odd = "it's \"\\";
    await sql`insert into t values (1, ${odd}, '{1}'), (2, 'two', '{2}'), (3, 'three', null)`.execute(kysely);
    const readAll = (db: typeof kysely) =>
      sql`select id, name from t where ${true} and name <> ${"$1"} order by id limit ${9}`.execute(db);
    const before = await readAll(kysely);
    let answers: unknown[] | undefined;
    let isWritten = false;
    const statements = await transaction(kysely, async (trx) => {
      await sql`update t set name = 'changed' where id = 1`.execute(trx);
      await sql`delete from t where id = 2`.execute(trx);
      await sql`insert into t values (4, 'four', null)`.execute(trx);
      const reading = allowSnapshotReads(() =>
        Promise.all([
          readAll(kysely),
          sql`select name from t where name = ${"it's \"\\"} and id = any(${[1, 7]}::integer[])`.execute(kysely),
          sql`with four as (select * from t where id = ${4}) select count(*) as count from four`.execute(kysely),
          sql`select ${null}::text as none, ${'a{,"\\'}::text as text, ${['a{,"\\']}::text[] as texts`.execute(kysely),
          kysely.executeQuery({ ...sql`select name from t where id = ${0}`.compile(kysely), parameters: [1] }),
        ]),
      );
      reading.then((all) => {
        answers = all.map(({ rows }) => rows);
      });
      let count = 0;
      while (!answers && count++ < 5000) await sql`select 1`.execute(trx);
      const writing = sql`update t set name = 'later' where id = 3`.execute(kysely).then(() => {
        isWritten = engine === "pglite";
      });
      for (let more = 0; more < 5; more++) await sql`select 1`.execute(trx);
      expect(isWritten).toBe(false);
      const { rows } = await sql`select name from t where id <> 3 order by id`.execute(trx);
      expect(rows).toEqual([{ name: "changed" }, { name: "four" }]);
      return { count, writing };
    });
    await statements.writing;
    expect(statements.count).toBeLessThan(5000);
    expect(answers).toEqual([
      before.rows,
      [{ name: "it's \"\\" }],
      [{ count: 0 }],
      [{ none: null, text: 'a{,"\\', texts: ['a{,"\\'] }],
      [{ name: odd }],
    ]);
    expect((await readAll(kysely)).rows).toEqual([
      { id: 1, name: "changed" },
      { id: 3, name: "later" },
      { id: 4, name: "four" },
    ]);
  });

  it("isolates a transaction from the errors of readers", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key)`.execute(kysely);
    let answered = false;
    const { reading } = await transaction(kysely, async (trx) => {
      await sql`insert into t values (1)`.execute(trx);
      const settled = allowSnapshotReads(() =>
        Promise.allSettled([
          sql`select none from t`.execute(kysely),
          sql`select 1 / ${0}::integer`.execute(kysely),
          sql`select ${"x"}::integer`.execute(kysely),
          sql`select ${"\0"}::text`.execute(kysely),
          sql`select id, set_config('application_name', 'x', false) from t`.execute(kysely),
        ]),
      );
      allowSnapshotReads(() => sql`select count(*) as count from t`.execute(kysely)).then(({ rows }) => {
        answered = (rows as { count: number }[])[0]?.count === 0;
      });
      let count = 0;
      while (!answered && count++ < 5000) await sql`insert into t values (${count + 1})`.execute(trx);
      expect(answered).toBe(true);
      return { reading: settled };
    });
    const codes = (await reading).map((result) => (result.status === "rejected" ? errorCode(result.reason) : "none"));
    expect(codes).toEqual(["42703", "22012", "22P02", "22021", "none"]);
    expect((await sql`select 1 from t where id = 1`.execute(kysely)).rows).toHaveLength(1);
  });

  it("says which engine it is", async () => {
    expect((await open()).engine).toBe(engine);
  });

  if (engine === "postgres") {
    it("retries a transaction after a serialization failure", async () => {
      const { kysely } = await open();
      await sql`create table t (id integer primary key, n integer not null)`.execute(kysely);
      await anyTables(kysely)
        .insertInto("t")
        .values([
          { id: 1, n: 0 },
          { id: 2, n: 0 },
        ])
        .execute();
      let runs = 0;
      let proceed = () => {};
      const bothHaveOne = new Promise<void>((resolve) => {
        proceed = resolve;
      });
      let waiting = 2;
      const lockBoth = (first: number, second: number) =>
        transaction(kysely, async (trx) => {
          runs++;
          const add = (id: number) =>
            anyTables(trx).updateTable("t").set({ n: sql`n + 1` }).where("id", "=", id).execute();
          await add(first);
          if (--waiting === 0) proceed();
          await bothHaveOne;
          await add(second);
        });
      await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
      expect(runs).toBe(3);
      expect(await anyTables(kysely).selectFrom("t").select("n").execute()).toEqual([{ n: 2 }, { n: 2 }]);
    });
  }
});

test("an unreachable server is named without its password", async () => {
  const error = await openDatabase({ databaseUrl: "postgres://someone:s3cret@127.0.0.1:1/panel" }).catch((e) => e);
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  expect(isConnectionFailure(error.cause)).toBe(true);
  expect(error.message).toContain("127.0.0.1:1/panel");
  expect(error.message).not.toMatch(/someone|s3cret/);
});

test("a malformed URL is refused in the same way", async () => {
  await expect(openDatabase({ databaseUrl: "postgres://[" })).rejects.toThrow(DatabaseUnavailableError);
});
