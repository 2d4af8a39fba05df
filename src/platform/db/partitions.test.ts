import { type Kysely, sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { openOnServer } from "../../../tests/support/prepared.ts";
import type { TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { convertToPartitioned } from "./convertToPartitioned.ts";
import { migrate } from "./migrate.ts";
import { createMonthlyPartitions, listPartitions, type Partitioned } from "./partitions.ts";
import { anyTables, type Database } from "./tables.ts";

const now = new Date("2026-05-20T10:00:00Z");
const phones: TableDescriptor = { name: "phones", columns: [], indexes: [] };
const logs: Partitioned = {
  name: "logs",
  columns: [
    { name: "at", type: "timestamptz", notNull: true },
    { name: "phone_id", type: "integer", notNull: false },
    { name: "note", type: "text", notNull: true, default: "'-'" },
  ],
  indexes: [
    { name: "pb_logs_at", columns: ["at", "id"], unique: false },
    { name: "pb_logs_note_prefix", columns: ["note"], unique: false, method: "prefix" },
    { name: "pb_logs_phone_id", columns: ["phone_id", "id"], unique: false, where: { phone_id: "not null" } },
  ],
  partitionBy: "at",
  references: [{ column: "phone_id", table: "phones", orphans: "setNull" }],
};
const { partitionBy: _, ...plain } = logs;
const opened: Database[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

async function open(table: TableDescriptor): Promise<Kysely<Tables>> {
  const database = await openOnServer();
  opened.push(database);
  await migrate(database.kysely, [phones, table], []);
  await sql`insert into phones default values`.execute(database.kysely);
  return database.kysely;
}

const add = (db: Kysely<Tables>, ...times: string[]) =>
  anyTables(db)
    .insertInto("logs")
    .values(times.map((at) => ({ at, phone_id: 1 })))
    .execute();

/** Which partition holds how many rows. */
async function spread(db: Kysely<Tables>): Promise<Record<string, number>> {
  const { rows } = await sql<{ part: string; count: number }>`
    select tableoid::regclass::text as part, count(*)::integer as count from logs group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]));
}

const idsOf = async (db: Kysely<Tables>) =>
  (await anyTables(db).selectFrom("logs").select("id").orderBy("id").execute()).map(({ id }) => id);

it("makes the months that have rows, this one and three ahead, once", async () => {
  const db = await open(logs);
  await add(db, "2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00Z", "2026-05-20T00:00:00Z", "1971-01-01T00:00:00Z");
  expect(await spread(db)).toEqual({ logs_default: 4 });

  await createMonthlyPartitions(db, logs, { now, since: null });

  const names = (await listPartitions(db, logs)).map(({ name }) => name);
  expect(names).toEqual(["02", "03", "05", "06", "07", "08"].map((month) => `logs_2026_${month}`));
  // A clock that was never set makes no month.
  expect(await spread(db)).toEqual({ logs_2026_02: 1, logs_2026_03: 1, logs_2026_05: 1, logs_default: 1 });
  expect(await idsOf(db)).toEqual([1, 2, 3, 4]);
  expect(await createMonthlyPartitions(db, logs, { now, since: null })).toEqual([]);
  const later = await createMonthlyPartitions(db, logs, { now: new Date("2026-06-01T00:00:00Z"), since: null });
  expect(later).toEqual(["logs_2026_09"]);
});

it("refuses no row of a month that is being made", async () => {
  const db = await open(logs);
  let isOver = false;
  let written = 0;
  const write = async () => {
    for (let day = 1; !isOver; day = (day % 28) + 1) {
      await add(db, `2026-05-${String(day).padStart(2, "0")}T00:00:00Z`);
      written++;
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, write));
  await expect.poll(() => written).toBeGreaterThan(50);
  await createMonthlyPartitions(db, logs, { now, since: null });
  isOver = true;
  await writing;
  expect(await spread(db)).toEqual({ logs_2026_05: written });
});

it("changes columns and indexes of all partitions together", async () => {
  const db = await open(logs);
  await createMonthlyPartitions(db, logs, { now, since: null });
  const [first, , ...others] = logs.indexes;
  const column = { name: "count", type: "integer", notNull: true, default: "0" } as const;
  const indexes = [...(first ? [first] : []), ...others, { name: "pb_logs_count", columns: ["count"], unique: false }];
  const changed = { ...logs, columns: [...logs.columns, column], indexes };

  await migrate(db, [phones, changed], []);

  await add(db, "2026-05-01T00:00:00Z", "2020-01-01T00:00:00Z");
  expect(await spread(db)).toEqual({ logs_2026_05: 1, logs_default: 1 });
  const { rows } = await sql<{
    names: string;
  }>`select string_agg(indexname, ' ' order by indexname) as names from pg_indexes
    where tablename = 'logs_2026_05'`.execute(db);
  expect(rows[0]?.names).toBe(
    "logs_2026_05_at_id_idx logs_2026_05_count_idx logs_2026_05_phone_id_id_idx logs_2026_05_pkey",
  );
  expect(await migrate(db, [phones, changed], [])).toEqual([]);
});

/** A table as a version before partitions left it, with a column of one before that. */
async function openPlain(): Promise<Kysely<Tables>> {
  const db = await open(plain);
  await sql`alter table logs add column of_an_earlier_version text`.execute(db);
  await add(db, "2025-01-01T00:00:00Z", "2026-05-19T00:00:00Z", "2026-06-30T23:00:00Z");
  await migrate(db, [phones, logs], []);
  return db;
}

it("moves a plain table over without copying it, and keeps ids, indexes and foreign keys", async () => {
  const db = await openPlain();
  const files = async (name: string) =>
    (
      await sql`select pg_relation_filenode(indexrelid) as file from pg_index where indrelid = ${name}::regclass
      union all select pg_relation_filenode(${name}::regclass) order by 1`.execute(db)
    ).rows;
  const before = await files("logs");

  expect(await convertToPartitioned(db, logs, now)).toBe("logs_before_2026_08");

  expect(await files("logs_before_2026_08")).toEqual(before);
  await add(db, "2026-06-01T00:00:00Z", "2026-08-01T00:00:00Z");
  await createMonthlyPartitions(db, logs, { now: new Date("2026-08-02T00:00:00Z"), since: null });
  expect(await spread(db)).toEqual({ logs_2026_08: 1, logs_before_2026_08: 4 });
  expect(new Set(await idsOf(db)).size).toBe(5);
  const { rows: invalid } = await sql`select from pg_index where not indisvalid`.execute(db);
  expect(invalid).toEqual([]);
  const ofNobody = anyTables(db).insertInto("logs").values({ at: "2026-05-01T00:00:00Z", phone_id: 99 }).execute();
  await expect(ofNobody).rejects.toThrow("pb_logs_phone_id_fkey");
  // The next start finds nothing to change, and a later version changes all.
  expect(await convertToPartitioned(db, logs, now)).toBeNull();
  expect(await migrate(db, [phones, logs], [])).toEqual([]);
  await migrate(db, [phones, { ...logs, indexes: [] }], []);
  expect(await files("logs_before_2026_08")).toHaveLength(2);
});

it("goes on where it was ended, and begins anew when the month it was for has come", async () => {
  const bound = (db: Kysely<Tables>, name: string, time: string) =>
    sql`alter table logs add constraint ${sql.id(name)} check (at < ${sql.lit(time)}) not valid`.execute(db);
  const early = await openPlain();
  await bound(early, "logs_before_2026_07", "2026-07-01T00:00:00Z");
  expect(await convertToPartitioned(early, logs, now)).toBe("logs_before_2026_07");
  expect(await spread(early)).toEqual({ logs_before_2026_07: 3 });

  const late = await openPlain();
  await bound(late, "logs_before_2026_05", "2026-05-01T00:00:00Z");
  expect(await convertToPartitioned(late, logs, now)).toBe("logs_before_2026_08");
  expect(await spread(late)).toEqual({ logs_before_2026_08: 3 });
});

it("has two processes move it once", async () => {
  const db = await openPlain();
  const results = await Promise.all([convertToPartitioned(db, logs, now), convertToPartitioned(db, logs, now)]);
  expect(results).toContain("logs_before_2026_08");
  expect(results).toContain(null);
  expect(await spread(db)).toEqual({ logs_before_2026_08: 3 });
});

it("waits for readers without holding up writers, and survives the loss of its connection meanwhile", async () => {
  const db = await openPlain();
  const outcome = await db.connection().execute(async (reader) => {
    await sql`begin`.execute(reader);
    await sql`select count(*) from logs`.execute(reader);
    const moving = convertToPartitioned(db, logs, now).catch((error: unknown) => error);
    for (let lost = 0; lost === 0; ) {
      await add(db, "2026-05-20T00:00:00Z");
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike 'alter table%'`.execute(db);
      lost = rows.length;
    }
    await moving;
    await sql`rollback`.execute(reader);
    return moving;
  });
  expect(outcome).toBeInstanceOf(Error);
  const written = (await idsOf(db)).length;
  expect((await spread(db)).logs).toBe(written);
  expect(await convertToPartitioned(db, logs, now)).toBe("logs_before_2026_08");
  expect(await spread(db)).toEqual({ logs_before_2026_08: written });
});
