import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import { journalTable } from "../../db/ownTables.ts";
import { listPartitions } from "../../db/partitions.ts";
import type { platformActor } from "../../records/actor.ts";
import { sealJournal, verifyJournal } from "../../records/journal/chain.ts";
import { defaultSettings } from "../../runtime/settings.ts";
import { runRetention } from "./monthlyRound.ts";

const database = await openPrepared("demonstration");
afterAll(() => database.close());

it("makes months of the demonstration, drops old ones, and keeps what an interception names", async () => {
  const { kysely: db } = database;
  const now = new Date();
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 15));
  const intercepted = await db
    .selectFrom("interceptions")
    .innerJoin("numbers", "numbers.number", "interceptions.number")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select(["interceptions.id", "numbers.subscriber_id", "subscribers.customer_id"])
    .orderBy("interceptions.id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { subscriber_id, customer_id } = intercepted;
  const named = [
    ["interceptions", intercepted.id],
    ["subscribers", subscriber_id],
    ["customers", customer_id],
  ] as const;
  const others = [
    ["interceptions", 999_999],
    ["subscribers", 999_999],
    ["domains", subscriber_id],
  ] as const;
  await db
    .insertInto("journals")
    .values(
      [...named, ...others].map(([resource_name, resource_id]) => ({
        ...{ resource_name, resource_id, operation: "update", timestamp: month(-7), user_id: 1, username: "ada" },
        changes: JSON.stringify({}),
      })),
    )
    .execute();
  await sealJournal(db);
  const before = await sql<{ old: number; all: number }>`select count(*)::integer as all,
    count(*) filter (where start_time < ${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2))})::integer as old
    from calls`.execute(db);
  const parts = {
    db,
    settings: { ...defaultSettings, retention: { calls: 2, journal: 6 } },
    readAs: (actor: typeof platformActor) => ({ db, actor, now, timeZone: "UTC" }),
  };

  await runRetention(parts);

  const left = await db
    .selectFrom("journals")
    .select(["resource_name", "resource_id"])
    .where("timestamp", "<", sql<string>`${month(-6)}::timestamptz`)
    .orderBy("link")
    .execute();
  expect(left.map(({ resource_name, resource_id }) => [resource_name, resource_id])).toEqual(named);
  await expect(verifyJournal(db)).resolves.toMatchObject({ dropped: 3, broken: null });
  const { rows } = await sql<{ all: number }>`select count(*)::integer as all from calls`.execute(db);
  expect(rows[0]?.all).toBe((before.rows[0]?.all ?? 0) - (before.rows[0]?.old ?? 0));
  expect((await listPartitions(db, { name: "calls" })).length).toBeGreaterThan(3);

  const entries = await db.selectFrom("journals").select("id").execute();
  await runRetention(parts);
  // A second round finds nothing to do.
  expect(await db.selectFrom("journals").select("id").execute()).toEqual(entries);
  expect((await listPartitions(db, journalTable)).at(-1)?.from).toEqual(
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3)),
  );
});
