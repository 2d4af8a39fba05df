import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { describeBothEngines } from "../../../tests/support/engines.ts";
import type { ColumnStorage, IndexStorage, ReferenceStorage, TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { MigrationError, NewerDatabaseError } from "./errors.ts";
import { sharedNames } from "./indexChanges.ts";
import { migrate, planMigration } from "./migrate.ts";
import { estimateCosts } from "./migrationCosts.ts";
import { deferReferences } from "./referenceChanges.ts";
import { transaction } from "./statements.ts";
import { anyTables } from "./tables.ts";
import { version } from "./version.ts";

const column = (name: string, type: ColumnStorage["type"], more: Partial<ColumnStorage> = {}): ColumnStorage => ({
  name,
  type,
  notNull: false,
  ...more,
});
const index = (name: string, columns: string[], more: Partial<IndexStorage> = {}): IndexStorage => ({
  name,
  columns,
  unique: false,
  ...more,
});
const phones = (columns: ColumnStorage[], indexes: IndexStorage[] = []): TableDescriptor[] => [
  { name: "phones", columns, indexes },
];
const name = column("name", "text", { notNull: true });
/** A line belongs to a phone, and a phone has a default line. */
const owned: ReferenceStorage[] = [{ column: "phone_id", table: "phones", orphans: "delete" }];
const lines = (
  references: readonly ReferenceStorage[],
  ofPhones: readonly ReferenceStorage[] = [{ column: "line_id", table: "lines", orphans: "setNull" }],
): TableDescriptor[] => [
  { name: "phones", columns: [name, column("line_id", "integer")], indexes: [], references: ofPhones },
  { name: "lines", columns: [column("phone_id", "integer"), column("next_id", "integer")], indexes: [], references },
];

async function columnsOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ text: string }>`
    select attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as text
    from pg_attribute where attrelid = 'phones'::regclass and attnum > 0 order by attnum`.execute(db);
  return rows.map(({ text }) => text);
}

async function indexesOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ text: string }>`
    select replace(indexdef, current_schema() || '.', '') as text from pg_indexes where tablename = 'phones' order by indexname`.execute(
    db,
  );
  // The expression is the same for every column.
  return rows.map(({ text }) =>
    text.replaceAll(/\(\s*CASE\s+WHEN \(octet_length\((\w+)\)[\s\S]*?END\)/g, "folded($1)"),
  );
}

const rowsOf = (db: Kysely<Tables>) => anyTables(db).selectFrom("phones").selectAll().orderBy("id").execute();
const add = (db: Kysely<Tables>, ...rows: Record<string, unknown>[]) =>
  anyTables(db).insertInto("phones").values(rows).execute();

describeBothEngines((open, engine) => {
  it("creates tables with id and version, and records it", async () => {
    const { kysely } = await open();
    const applied = await migrate(kysely, phones([name, column("made", "timestamptz", { default: "now()" })]), []);
    expect(await columnsOf(kysely)).toEqual([
      "id integer not null",
      "row_version integer not null",
      "name text not null",
      "made timestamp with time zone",
    ]);
    await add(kysely, { name: "desk" });
    expect(await rowsOf(kysely)).toEqual([
      { id: 1, row_version: 1, name: "desk", made: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    const noted = await anyTables(kysely)
      .selectFrom("pb_migrations")
      .select(["statement", "applied"])
      .orderBy("id")
      .execute();
    expect(noted.map(({ statement }) => statement)).toEqual(applied);
    expect(noted[0]?.applied).toMatch(/Z$/);
  });

  it("lets a table define its own id and version", async () => {
    const { kysely } = await open();
    const own = [column("id", "text", { notNull: true }), column("row_version", "text"), name];
    await migrate(kysely, phones(own), []);
    expect(await columnsOf(kysely)).toEqual(["id text not null", "row_version text", "name text not null"]);
    expect((await indexesOf(kysely))[0]).toContain("UNIQUE INDEX phones_pkey");
    expect(await migrate(kysely, phones([...own, column("note", "text")]), [])).toHaveLength(1);
  });

  it("does nothing the second time", async () => {
    const { kysely } = await open();
    const tables = phones(
      [
        name,
        column("state", "text", { notNull: true, default: "'new'" }),
        column("tags", "jsonb", { default: "'[]'" }),
      ],
      [index("pb_phones_name", ["name"], { except: { field: "state", values: ["gone", "it's"] } })],
    );
    expect(await migrate(kysely, tables, ["create table other (id integer)"])).toHaveLength(4);
    expect(await migrate(kysely, tables, ["create table other (id integer)"])).toEqual([]);
    // Without the fingerprint it checks every table, and finds nothing to do either.
    await sql`delete from pb_settings`.execute(kysely);
    expect(await migrate(kysely, tables, ["create table other (id integer)"])).toEqual([]);
  });

  it("adds columns to a table with rows: filled with the default, else nullable", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name]), []);
    await add(kysely, { name: "desk" }, { name: "lobby" });
    const lock = column("lock", "integer", { notNull: true, default: "0" });
    const owner = column("owner", "text", { notNull: true });
    await migrate(kysely, phones([name, lock, owner]), []);
    expect(await columnsOf(kysely)).toEqual([
      "id integer not null",
      "row_version integer not null",
      "name text not null",
      "lock integer not null",
      "owner text",
    ]);
    expect(await rowsOf(kysely)).toEqual([
      { id: 1, row_version: 1, name: "desk", lock: 0, owner: null },
      { id: 2, row_version: 1, name: "lobby", lock: 0, owner: null },
    ]);
    await anyTables(kysely).updateTable("phones").set({ owner: "somebody" }).execute();
    await migrate(kysely, phones([name, lock, owner, column("note", "text")]), []);
    expect(await columnsOf(kysely)).toContain("owner text not null");
  });

  it("keeps the version of rows under its present name, beside a column with the older one", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name]), []);
    await add(kysely, { name: "desk" });
    await sql`alter table phones rename column row_version to version`.execute(kysely);
    await sql`update phones set version = 7`.execute(kysely);
    await migrate(kysely, phones([name, column("version", "text")]), []);
    expect(await rowsOf(kysely)).toEqual([{ id: 1, row_version: 7, name: "desk", version: null }]);
    expect(await migrate(kysely, phones([name, column("version", "text")]), [])).toEqual([]);
  });

  it("fills gaps of a column that becomes required, and relaxes one that no longer is", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name, column("state", "text")]), []);
    await add(kysely, { name: "desk", state: null }, { name: "lobby", state: "old" });
    const state = column("state", "text", { notNull: true, default: "'new'" });
    await migrate(kysely, phones([column("name", "text"), state]), []);
    await add(kysely, { name: null });
    expect(await rowsOf(kysely)).toMatchObject([{ state: "new" }, { state: "old" }, { name: null, state: "new" }]);
    expect(await columnsOf(kysely)).toContain("state text not null");
  });

  it("widens types and keeps values, and leaves wider types alone", async () => {
    const { kysely } = await open();
    await sql`create table phones (id integer generated by default as identity primary key, row_version integer not null default 1,
      code varchar(8), n integer not null default 5, big bigint, wide bigint, list text, at timestamp)`.execute(kysely);
    await add(kysely, { code: "01", n: 7, big: 2 ** 40, wide: 2 ** 41, list: "a", at: "2026-01-02 03:04:05" });
    const wanted = [
      column("code", "text"),
      column("n", "bigint", { notNull: true, default: "5" }),
      column("big", "numeric"),
      column("wide", "integer"),
      column("list", "jsonb"),
      column("at", "timestamptz"),
    ];
    await migrate(kysely, phones(wanted), []);
    await add(kysely, { n: 2 ** 42 });
    await add(kysely, { code: "longer than eight" });
    expect(await rowsOf(kysely)).toEqual([
      { id: 1, row_version: 1, code: "01", n: 7, big: 2 ** 40, wide: 2 ** 41, list: "a", at: "2026-01-02T03:04:05Z" },
      { id: 2, row_version: 1, code: null, n: 2 ** 42, big: null, wide: null, list: null, at: null },
      { id: 3, row_version: 1, code: "longer than eight", n: 5, big: null, wide: null, list: null, at: null },
    ]);
    expect(await columnsOf(kysely)).toContain("wide bigint");
  });

  it("refuses a type that a value does not fit, and changes nothing", async () => {
    const { kysely } = await open();
    const before = phones([name, column("port", "text")]);
    await migrate(kysely, before, []);
    await add(kysely, { name: "desk", port: "5060" }, { name: "lobby", port: "none" });
    const after = phones([name, column("note", "text"), column("port", "integer")]);
    const refused = migrate(kysely, after, []);
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow('alter table "phones" alter column "port" type integer');
    expect(await columnsOf(kysely)).not.toContain("note text");
    expect(await migrate(kysely, before, [])).toEqual([]);
    await anyTables(kysely).updateTable("phones").set({ port: "5061" }).where("name", "=", "lobby").execute();
    await migrate(kysely, after, []);
    expect(await rowsOf(kysely)).toMatchObject([{ port: 5060 }, { port: 5061 }]);
  });

  it("keeps a column that was removed from the descriptors, with its data, and lets inserts omit it", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name, column("mac", "text", { notNull: true })]), []);
    await add(kysely, { name: "desk", mac: "00:53" });
    await migrate(kysely, phones([name]), []);
    await add(kysely, { name: "lobby" });
    expect(await rowsOf(kysely)).toMatchObject([{ mac: "00:53" }, { mac: null }]);
    await migrate(kysely, phones([name, column("mac", "text", { notNull: true })]), []);
    expect(await rowsOf(kysely)).toMatchObject([{ mac: "00:53" }, { mac: null }]);
  });

  it("keeps a table that was removed from the descriptors", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name], [index("pb_phones_name", ["name"])]), []);
    await add(kysely, { name: "desk" });
    await migrate(kysely, [], []);
    expect(await rowsOf(kysely)).toHaveLength(1);
  });

  it("makes every kind of index", async () => {
    const { kysely } = await open();
    const columns = [name, column("state", "text"), column("tags", "jsonb")];
    await migrate(
      kysely,
      phones(columns, [
        index("pb_a", ["state", "id"]),
        index("pb_b", ["name"], { method: "prefix" }),
        index("pb_c", ["name"], {
          method: "prefix",
          unique: true,
          except: { field: "state", values: ["gone", "it's"] },
        }),
        index("pb_d", ["tags"], { method: "gin" }),
        index("pb_e", ["state", "name"], { method: "prefix" }),
        index("pb_f", ["name"], { unique: true, where: { state: null, tags: "not null" } }),
        index(`pb_${"long".repeat(20)}`, ["row_version"]),
      ]),
      [],
    );
    expect((await indexesOf(kysely)).map((text) => text.replace(/_[0-9a-f]{8} ON/, "_hash ON"))).toEqual([
      "CREATE INDEX pb_a ON phones USING btree (state, id)",
      "CREATE INDEX pb_b ON phones USING btree (folded(name) text_pattern_ops)",
      "CREATE UNIQUE INDEX pb_c ON phones USING btree (folded(name) text_pattern_ops) " +
        "WHERE (state <> ALL (ARRAY['gone'::text, 'it''s'::text]))",
      "CREATE INDEX pb_d ON phones USING gin (tags jsonb_path_ops) WITH (fastupdate=off)",
      "CREATE INDEX pb_e ON phones USING btree (state, folded(name) text_pattern_ops)",
      "CREATE UNIQUE INDEX pb_f ON phones USING btree (name) WHERE ((state IS NULL) AND (tags IS NOT NULL))",
      `CREATE INDEX pb_${"long".repeat(12)}lon_hash ON phones USING btree (row_version)`,
      "CREATE UNIQUE INDEX phones_pkey ON phones USING btree (id)",
    ]);
    await add(kysely, { name: "Desk", state: "active" }, { name: "desk", state: "gone" });
    await expect(add(kysely, { name: "DESK", state: "active" })).rejects.toMatchObject({ constraint: "pb_c" });
  });

  it("indexes substring search where the database supports it, and works without", async () => {
    const { kysely } = await open();
    const columns = [name, column("note", "text")];
    const searched = phones(columns, [index("pb_t", ["name", "note"], { method: "trigram" })]);
    const made = "CREATE INDEX pb_t ON phones USING gin (folded(name) gin_trgm_ops, folded(note) gin_trgm_ops)";
    const isOurs = (text: string) => text.includes("pb_t");
    if (engine === "postgres") {
      await sql`create schema elsewhere`.execute(kysely);
      await sql`create extension pg_trgm schema elsewhere`.execute(kysely);
      await migrate(kysely, searched, []);
      expect((await indexesOf(kysely)).filter(isOurs)).toEqual([]);
      await sql`drop extension pg_trgm`.execute(kysely);
    }
    await migrate(kysely, searched, []);
    expect((await indexesOf(kysely)).filter(isOurs)).toEqual([made]);
    expect(await migrate(kysely, searched, [])).toEqual([]);
  });

  it("replaces changed indexes, drops its own removed ones, and leaves others alone", async () => {
    const { kysely } = await open();
    const same = index("pb_same", ["name"]);
    await migrate(kysely, phones([name], [same, index("pb_changed", ["name"]), index("pb_gone", ["name"])]), []);
    await sql`create index by_hand on phones (name)`.execute(kysely);
    const applied = await migrate(kysely, phones([name], [same, index("pb_changed", ["name", "id"])]), []);
    expect(applied.filter((text) => !text.startsWith("comment"))).toEqual([
      'drop index "pb_changed"',
      'drop index "pb_gone"',
      'create index "pb_changed" on "phones" ("name", "id")',
    ]);
    expect(await indexesOf(kysely)).toEqual([
      "CREATE INDEX by_hand ON phones USING btree (name)",
      "CREATE INDEX pb_changed ON phones USING btree (name, id)",
      "CREATE INDEX pb_same ON phones USING btree (name)",
      "CREATE UNIQUE INDEX phones_pkey ON phones USING btree (id)",
    ]);
  });

  it("refuses a unique index over duplicates", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name]), []);
    await add(kysely, { name: "desk" }, { name: "desk" });
    const unique = phones([name], [index("pb_phones_name_unique", ["name"], { unique: true })]);
    await expect(migrate(kysely, unique, [])).rejects.toThrow("pb_phones_name_unique");
    expect(await rowsOf(kysely)).toHaveLength(2);
  });

  it("compares names in any case, and makes them unique once rows no longer share one", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name]), []);
    await add(kysely, { name: "Émile" }, { name: "e\u0301mile " }, { name: "emile" });
    const named = index("pb_phones_name_unique", ["name"], { unique: true, anyCase: true });
    expect(await planMigration(kysely, phones([name], [named]), [])).toHaveLength(2);
    expect(await migrate(kysely, phones([name], [named]), [])).toHaveLength(2);
    expect(await sharedNames(kysely, "phones", named)).toEqual([["Émile", "e\u0301mile "]]);
    expect(await migrate(kysely, phones([name], [named]), [])).toEqual([]);
    await anyTables(kysely).deleteFrom("phones").where("name", "=", "Émile").execute();
    await migrate(kysely, phones([name], [named]), []);
    await expect(add(kysely, { name: "EMILE" })).rejects.toThrow("pb_phones_name_unique");
    await expect(add(kysely, { name: "ÉMILE" })).rejects.toThrow("pb_phones_name_unique");
    expect(await migrate(kysely, phones([name], [named]), [])).toEqual([]);
  });

  it("runs each extra statement once", async () => {
    const { kysely } = await open();
    const first = "create table counter (n integer)";
    await migrate(kysely, [], [first]);
    const more = [first, "insert into counter values (1)"];
    expect(await migrate(kysely, [], more)).toEqual([more[1]]);
    expect(await migrate(kysely, phones([name]), more)).toHaveLength(1);
    expect(await anyTables(kysely).selectFrom("counter").selectAll().execute()).toEqual([{ n: 1 }]);
  });

  it("enforces references, also between rows that own each other", async () => {
    const { kysely } = await open();
    await migrate(kysely, lines(owned), []);
    await anyTables(kysely).insertInto("phones").values({ id: 1, name: "desk" }).execute();
    await anyTables(kysely).insertInto("lines").values({ id: 1, phone_id: 1 }).execute();
    await anyTables(kysely).updateTable("phones").set({ line_id: 1 }).execute();
    const stray = anyTables(kysely).insertInto("lines").values({ id: 2, phone_id: 9 }).execute();
    await expect(stray).rejects.toMatchObject({ code: "23503", constraint: "pb_lines_phone_id_fkey" });
    await expect(anyTables(kysely).deleteFrom("phones").execute()).rejects.toMatchObject({ code: "23503" });
    await transaction(kysely, async (trx) => {
      await deferReferences(trx);
      await anyTables(trx).deleteFrom("phones").execute();
      await anyTables(trx).deleteFrom("lines").execute();
    });
    expect(await rowsOf(kysely)).toEqual([]);
    expect(await migrate(kysely, lines(owned), ["select 1"])).toEqual(["select 1"]);
    expect(await migrate(kysely, lines([]), [])).toEqual([
      'alter table "lines" drop constraint "pb_lines_phone_id_fkey"',
    ]);
  });

  it("deletes or clears orphans, with dependent rows", async () => {
    const { kysely } = await open();
    await migrate(kysely, lines([], []), []);
    await add(kysely, { id: 1, name: "desk", line_id: 2 }, { id: 2, name: "hall", line_id: 3 });
    const calls = [
      { id: 1, phone_id: 1, next_id: 2 },
      { id: 2, phone_id: 9, next_id: null },
      { id: 3, phone_id: 1, next_id: null },
    ];
    await anyTables(kysely).insertInto("lines").values(calls).execute();
    const next = { column: "next_id", table: "lines", orphans: "delete" } as const;
    const applied = await migrate(kysely, lines([...owned, next]), []);
    expect(applied.filter((text) => /^(delete|update)/.test(text))).toHaveLength(3);
    // Line 2 had no phone, and line 1 was meaningless without line 2.
    expect((await anyTables(kysely).selectFrom("lines").select("id").execute()).map(({ id }) => id)).toEqual([3]);
    expect(await rowsOf(kysely)).toMatchObject([
      { id: 1, line_id: null, row_version: 2 },
      { id: 2, line_id: 3, row_version: 1 },
    ]);
    expect(await migrate(kysely, lines([...owned, next]), [])).toEqual([]);
  });

  it("names orphans that only a person can repair, and changes nothing", async () => {
    const { kysely } = await open();
    await migrate(kysely, lines([], []), []);
    await anyTables(kysely)
      .insertInto("lines")
      .values([7, 8].map((id) => ({ id, phone_id: 9 })))
      .execute();
    const failed = migrate(kysely, lines([{ column: "phone_id", table: "phones" }]), []);
    await expect(failed).rejects.toThrow(MigrationError);
    await expect(failed).rejects.toThrow("lines.phone_id, of rows 7 (9), 8 (9)");
    expect(await anyTables(kysely).selectFrom("lines").select("id").execute()).toHaveLength(2);
  });

  it("plans what it then runs, and changes nothing until then", async () => {
    const { kysely } = await open();
    expect(await planMigration(kysely, lines([], []), [])).toEqual([
      expect.stringMatching(/^create table "phones"/),
      expect.stringMatching(/^create table "lines"/),
    ]);
    await migrate(kysely, lines([], []), []);
    await add(kysely, { name: "1" }, { name: "2" });
    await anyTables(kysely)
      .insertInto("lines")
      .values([{ phone_id: 1 }, { phone_id: null }])
      .execute();
    const required = { notNull: true, default: "0" };
    const wanted = [
      {
        name: "phones",
        columns: [column("name", "integer", { notNull: true }), column("rank", "integer", required)],
        indexes: [index("pb_phones_rank", ["rank"])],
      },
      {
        name: "lines",
        columns: [column("phone_id", "integer", required), column("next_id", "integer"), column("needed", "text")],
        indexes: [],
        references: owned,
      },
    ];
    const extra = ["create table kept (id integer)"];
    const planned = await planMigration(kysely, wanted, extra);
    expect(await columnsOf(kysely)).toEqual(expect.arrayContaining(["name text not null"]));
    // The filled gap refers to no phone: the plan reads rows as they are now.
    expect((await migrate(kysely, wanted, extra)).filter((text) => !text.startsWith("delete"))).toEqual(planned);
    expect(await planMigration(kysely, wanted, extra)).toEqual([]);
    const costs = await estimateCosts(kysely, planned);
    expect(costs.map(({ table, work, blocks }) => [table, work, blocks])).toEqual([
      ["phones", "rewrite", "reads and writes"],
      ["phones", "none", "reads and writes"],
      ["phones", "scan", "reads and writes"],
      ["phones", "scan", "writes"],
      // The comment that holds the index's definition.
      [undefined, "none", "nothing"],
      ["lines", "none", "reads and writes"],
      ["lines", "none", "reads and writes"],
      ["lines", "rewrite", "nothing"],
      ["lines", "scan", "reads and writes"],
      ["lines", "scan", "writes"],
      ["kept", "none", "nothing"],
    ]);
  });

  it("refuses the tables of a newer version, and names both", async () => {
    const { kysely } = await open();
    await migrate(kysely, phones([name]), []);
    await kysely.updateTable("pb_settings").set({ value: "90.10.0" }).where("name", "=", "schema_version").execute();
    // The same tables serve both.
    expect(await migrate(kysely, phones([name]), [])).toEqual([]);
    const older = migrate(kysely, phones([name, column("rank", "integer")]), []);
    await expect(older).rejects.toThrow(NewerDatabaseError);
    await expect(older).rejects.toThrow(new RegExp(`version 90\\.10\\.0, and this is version ${version}`));
    expect(await columnsOf(kysely)).toHaveLength(3);
  });

  it("runs once when several processes start together", async () => {
    const { kysely } = await open();
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(kysely, lines(owned), [])));
    expect(results.filter((applied) => applied.length > 0)).toHaveLength(1);
    expect(await migrate(kysely, lines(owned), [])).toEqual([]);
  });
});
