import { sql } from "kysely";
import { expect, it, test } from "vitest";
import { openDatabase } from "./engine.ts";
import { DatabaseUnavailableError, errorCode, isConnectionFailure } from "./errors.ts";
import { transaction } from "./tables.ts";
import { describeEngines } from "./testing/engines.ts";

describeEngines((open, engine) => {
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
    await kysely
      .insertInto("t")
      .values({ ...row, amount: 0.25 })
      .execute();
    expect(await kysely.selectFrom("t").selectAll().execute()).toEqual([
      { id: 1, data: ["x'; drop table t; --"], at: "2026-01-02T03:04:05Z", flag: false, amount: 0.25 },
    ]);
  });

  it("names the broken constraint, and goes on working after every kind of error", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, name text unique not null)`.execute(kysely);
    await kysely.insertInto("t").values({ id: 1, name: "a" }).execute();
    const failures = [
      kysely.insertInto("t").values({ id: 2, name: "a" }).execute(),
      kysely.insertInto("t").values({ id: 1, name: null }).execute(),
      kysely.selectFrom("t").select("none").where("id", "=", 1).execute(),
      sql`select ${"x"}::integer`.execute(kysely),
      sql`selec`.execute(kysely),
      sql`select 1 / ${0}::integer`.execute(kysely),
    ];
    const errors = (await Promise.allSettled(failures)).map((result) => result.status === "rejected" && result.reason);
    expect(errors.map(errorCode)).toEqual(["23505", "23502", "42703", "22P02", "42601", "22012"]);
    expect(errors[0]).toMatchObject({ constraint: "t_name_key", table: "t" });
    expect(errors.some(isConnectionFailure)).toBe(false);
    expect(await kysely.selectFrom("t").selectAll().execute()).toEqual([{ id: 1, name: "a" }]);
  });

  it("keeps transactions apart that run at the same time", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key, n integer not null)`.execute(kysely);
    await kysely.insertInto("t").values({ id: 1, n: 0 }).execute();
    const add = (fail: boolean) =>
      transaction(kysely, async (trx) => {
        const row = await trx.selectFrom("t").select("n").where("id", "=", 1).forUpdate().executeTakeFirstOrThrow();
        await trx
          .updateTable("t")
          .set({ n: Number(row.n) + 1 })
          .where("id", "=", 1)
          .execute();
        if (fail) throw new Error("changed my mind");
        return row.n;
      });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => add(index % 4 === 0)));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(5);
    expect(await kysely.selectFrom("t").select("n").executeTakeFirst()).toEqual({ n: 15 });
  });

  it("leaves nothing of a transaction that ran into an error", async () => {
    const { kysely } = await open();
    await sql`create table t (id integer primary key)`.execute(kysely);
    const both = transaction(kysely, async (trx) => {
      await trx.insertInto("t").values({ id: 1 }).execute();
      await trx.insertInto("t").values({ id: 1 }).execute();
    });
    await expect(both).rejects.toMatchObject({ code: "23505" });
    expect(await kysely.selectFrom("t").selectAll().execute()).toEqual([]);
  });

  it("lets timers have their turn in a long row of queries", async () => {
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

  it("says which engine it is", async () => {
    expect((await open()).engine).toBe(engine);
  });

  if (engine === "postgres") {
    it("runs a transaction again that lost to another one", async () => {
      const { kysely } = await open();
      await sql`create table t (id integer primary key, n integer not null)`.execute(kysely);
      await kysely
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
          const add = (id: number) => trx.updateTable("t").set({ n: sql`n + 1` }).where("id", "=", id).execute();
          await add(first);
          if (--waiting === 0) proceed();
          await bothHaveOne;
          await add(second);
        });
      await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
      expect(runs).toBe(3);
      expect(await kysely.selectFrom("t").select("n").execute()).toEqual([{ n: 2 }, { n: 2 }]);
    });
  }
});

test("a server that can not be reached is named without its password", async () => {
  const error = await openDatabase({ databaseUrl: "postgres://someone:s3cret@127.0.0.1:1/panel" }).catch((e) => e);
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  expect(isConnectionFailure(error.cause)).toBe(true);
  expect(error.message).toContain("127.0.0.1:1/panel");
  expect(error.message).not.toMatch(/someone|s3cret/);
});

test("an address that is none is refused in the same way", async () => {
  await expect(openDatabase({ databaseUrl: "postgres://[" })).rejects.toThrow(DatabaseUnavailableError);
});
