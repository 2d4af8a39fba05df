import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { describeEngines } from "../../../../tests/support/engines.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { callRow } from "../../../testing/calls.ts";
import { journalTable } from "../../db/ownTables.ts";
import { createMonthlyPartitions, listPartitions } from "../../db/partitions.ts";
import { readGaps, sealJournal, verifyJournal } from "../../records/journal/chain.ts";
import { dropJournal } from "./dropJournal.ts";
import { dropCalls, isOnLegalHold } from "./monthlyRound.ts";

const now = new Date("2026-05-20T10:00:00Z");
const isStopped = () => false;
const asked = (before: string, customers: readonly number[] = []) => ({
  ...{ before: new Date(before), now, isStopped },
  held: isOnLegalHold(customers),
});

/** Entries about customers, sealed in this order. */
async function write(db: Kysely<Tables>, ...times: string[]): Promise<void> {
  for (const [at, timestamp] of times.entries()) {
    await db
      .insertInto("journals")
      .values({
        ...{ resource_name: "customers", resource_id: at + 1, operation: "update", timestamp, user_id: 1 },
        ...{ username: "ada", changes: JSON.stringify({ external_id: { before: null, after: String(at) } }) },
      })
      .execute();
  }
  await sealJournal(db);
}

const idsOf = async (db: Kysely<Tables>) => {
  const rows = await db.selectFrom("journals").select(["resource_name", "resource_id"]).orderBy("link").execute();
  return rows.map(({ resource_name, resource_id }) => (resource_name === "customers" ? resource_id : resource_name));
};

/** Two months that end within one another: the last of March was sealed after the first of April. */
const written = [
  ...["2026-02-10T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-15T00:00:00Z", "2026-04-01T00:00:00Z"],
  ...["2026-03-31T23:59:59Z", "2026-04-10T00:00:00Z", "2026-05-10T00:00:00Z"],
];

describeEngines((open, engine) => {
  const isServer = engine === "postgres";

  it("drops old entries, and proves the rest across the gaps", async () => {
    const { kysely: db } = await open("tables");
    await write(db, ...written);
    const { head } = await verifyJournal(db);
    if (isServer) await createMonthlyPartitions(db, journalTable, { now, since: null });

    await expect(dropJournal(db, asked("2026-04-01T00:00:00Z"))).resolves.toBe(4);

    expect((await idsOf(db)).slice(0, 3)).toEqual([4, 6, 7]);
    const gaps = [...(await readGaps(db)).values()].map(({ first, last }) => [first, last]);
    expect(gaps).toEqual([
      [1, 3],
      [5, 5],
    ]);
    await expect(verifyJournal(db, head)).resolves.toMatchObject({ dropped: 4, broken: null, knowsHash: true });
    // Nothing more to do, and later months join what was dropped.
    await expect(dropJournal(db, asked("2026-04-01T00:00:00Z"))).resolves.toBe(0);
    await expect(dropJournal(db, asked("2026-05-01T00:00:00Z"))).resolves.toBe(2);
    expect([...(await readGaps(db)).values()]).toMatchObject([{ first: 1, last: 6 }]);
    await expect(verifyJournal(db)).resolves.toMatchObject({ dropped: 6, broken: null });
    if (!isServer) return;
    const names = (await listPartitions(db, journalTable)).map(({ name }) => name);
    expect(names[0]).toBe("journals_2026_05");
  });

  it("says in the journal what it dropped", async () => {
    const { kysely: db } = await open("tables");
    await write(db, ...written);
    if (isServer) await createMonthlyPartitions(db, journalTable, { now, since: null });
    await dropJournal(db, asked("2026-03-01T00:00:00Z"));
    const entry = await db
      .selectFrom("journals")
      .selectAll()
      .where("resource_name", "=", "journals")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      ...{ operation: "delete", resource_id: 0, username: "platform" },
      changes: {
        records: { before: 1, after: 0 },
        until: { before: "2026-03-01T00:00:00.000Z" },
        gaps: { after: [[1, 1, expect.any(String)]] },
      },
    });
    expect(entry.link).toBe(8);
  });

  it("keeps what is held", async () => {
    const { kysely: db } = await open("tables");
    await write(db, ...written);
    if (isServer) await createMonthlyPartitions(db, journalTable, { now, since: null });
    await expect(dropJournal(db, asked("2026-05-01T00:00:00Z", [2, 5]))).resolves.toBe(4);
    expect((await idsOf(db)).slice(0, 3)).toEqual([2, 5, 7]);
    await expect(verifyJournal(db)).resolves.toMatchObject({ dropped: 4, broken: null });
    if (isServer) {
      // The next round does not make their months again.
      const made = await createMonthlyPartitions(db, journalTable, { now, since: new Date("2026-05-01T00:00:00Z") });
      expect(made).toEqual([]);
    }
    // Once the hold has ended they go too.
    await expect(dropJournal(db, asked("2026-05-01T00:00:00Z"))).resolves.toBe(2);
    await expect(verifyJournal(db)).resolves.toMatchObject({ dropped: 6, broken: null });
  });

  it("finds that somebody else removed entries and made a gap of them", async () => {
    const { kysely: db } = await open("tables");
    await write(db, ...written);
    const { rows } = await sql<{ hash: string }>`delete from journals where link = 2 returning hash`.execute(db);
    await expect(verifyJournal(db)).resolves.toMatchObject({ broken: { link: 2, fault: "missing" } });
    await db
      .insertInto("journalgaps")
      .values({ first_link: 2, last_link: 2, hash: rows[0]?.hash ?? "" })
      .execute();
    await expect(verifyJournal(db)).resolves.toMatchObject({ broken: { link: 2, fault: "missing" } });
  });

  it("drops old calls, and says so", async () => {
    const { kysely: db } = await open("tables");
    const starts = ["2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z", "1999-01-01T00:00:00Z"];
    const rows = starts.map((start_time) => ({ ...callRow({ start_time }), source_reseller_id: null }));
    await db.insertInto("calls").values(rows).execute();
    if (isServer)
      await createMonthlyPartitions(
        db,
        { name: "calls", columns: [], indexes: [], partitionBy: "start_time" },
        { now, since: null },
      );
    const { held: _, ...beforeMarch } = asked("2026-03-01T00:00:00Z");

    await expect(dropCalls(db, beforeMarch)).resolves.toBe(3);

    const left = await db.selectFrom("calls").select("start_time").execute();
    expect(left).toEqual([{ start_time: "2026-03-01T00:00:00Z" }]);
    const entries = await db.selectFrom("journals").select("changes").where("resource_name", "=", "calls").execute();
    const counts = entries.map(({ changes }) => changes.records);
    // Two months, and what lay in none; in one go where there are no partitions.
    expect(counts).toEqual(isServer ? Array(3).fill({ before: 1, after: 0 }) : [{ before: 3, after: 0 }]);
  });
});
