import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import type { Database } from "../../db/tables.ts";
import { sealJournal, verifyJournal } from "./chain.ts";

let database: Database;
const db = () => database.kysely;

beforeAll(async () => {
  database = await openPrepared("tables");
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate journals`.execute(db());
  await db().deleteFrom("pb_settings").where("name", "=", "journal_head").execute();
});

/** Writes entries as a transaction would; returns their ids, oldest first. */
async function write(count: number): Promise<number[]> {
  const entry = (number: number) => ({
    resource_name: "domains",
    resource_id: number,
    operation: "update",
    timestamp: new Date(),
    user_id: 1,
    username: "ada",
    changes: JSON.stringify({ name: { before: `a${number}`, after: `b${number}` } }),
  });
  const all = Array.from({ length: count }, (_, index) => entry(index + 1));
  const rows = await db().insertInto("journals").values(all).returning("id").execute();
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

const broken = async () => (await verifyJournal(db())).broken;

it("finds nothing wrong with a journal that nobody touched, however many rounds sealed it", async () => {
  await expect(verifyJournal(db())).resolves.toMatchObject({ entries: 0, broken: null });
  await write(3);
  await expect(sealJournal(db())).resolves.toBe(3);
  await expect(sealJournal(db())).resolves.toBe(0);
  await write(1203);
  await expect(sealJournal(db())).resolves.toBe(1203);
  await expect(verifyJournal(db())).resolves.toMatchObject({ entries: 1206, broken: null, knowsHash: null });
});

it.each([
  ["changes", sql`changes = jsonb_set(changes, '{name,after}', '"b3!"')`],
  ["username", sql`username = 'adb'`],
  ["timestamp", sql`timestamp = timestamp + interval '1 microsecond'`],
  ["resource_id", sql`resource_id = 4`],
  ["restored_id", sql`restored_id = 1`],
  ["kept", sql`kept = '{"row": {}}'`],
  ["hash", sql`hash = overlay(hash placing (case when hash like '0%' then '1' else '0' end) from 1)`],
])("finds an entry with another %s, and names it", async (_, change) => {
  const ids = await write(5);
  await sealJournal(db());
  await sql`update journals set ${change} where id = ${ids[2]}`.execute(db());
  await expect(broken()).resolves.toEqual({ link: 3, entry: ids[2], fault: "changed" });
});

it("finds one changed byte among many", async () => {
  const ids = await write(1400);
  await sealJournal(db());
  await sql`update journals set changes = replace(changes::text, 'b1111', 'b1112')::jsonb`.execute(db());
  await expect(broken()).resolves.toEqual({ link: 1111, entry: ids[1110], fault: "changed" });
});

it.each([
  ["the first", 0],
  ["one in the middle", 2],
  ["the last", 4],
])("finds that %s is missing", async (_, index) => {
  const ids = await write(5);
  await sealJournal(db());
  await db()
    .deleteFrom("journals")
    .where("id", "=", ids[index] ?? 0)
    .execute();
  await expect(broken()).resolves.toMatchObject({ link: index + 1, entry: null, fault: "missing" });
});

it("finds that one was taken out and sealed again at the end", async () => {
  const ids = await write(5);
  await sealJournal(db());
  await sql`update journals set link = null, hash = null, username = 'eve' where id = ${ids[4]}`.execute(db());
  await sealJournal(db());
  await expect(broken()).resolves.toMatchObject({ link: 5, fault: "missing" });
});

it("knows a hash that was noted earlier, unless the journal was replaced", async () => {
  await write(3);
  await sealJournal(db());
  const { head } = await verifyJournal(db());
  await write(2);
  await sealJournal(db());
  await expect(verifyJournal(db(), head)).resolves.toMatchObject({ entries: 5, broken: null, knowsHash: true });
  await db().deleteFrom("pb_settings").where("name", "=", "journal_head").execute();
  await sql`update journals set link = null, hash = null, username = 'eve'`.execute(db());
  await sealJournal(db());
  await expect(verifyJournal(db(), head)).resolves.toMatchObject({ entries: 5, broken: null, knowsHash: false });
});

it("seals entries that two processes find at the same time once", async () => {
  await write(700);
  await Promise.all([sealJournal(db()), sealJournal(db())]);
  await expect(verifyJournal(db())).resolves.toMatchObject({ entries: 700, broken: null });
});
