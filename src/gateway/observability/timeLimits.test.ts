import { type Kysely, sql } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import { openOnServer, templateOfRun } from "../../../tests/support/prepared.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { transaction } from "../../platform/db/statements.ts";
import { type TimeLimits, withTimeLimit } from "../../platform/db/timeLimits.ts";
import { platformUntilEnd } from "../../testing/platform.ts";
import { buildMetrics } from "./metrics.ts";

/** A statement that waits for a lock is a slow one, and none of those that this machine's load makes slow takes so long. */
const limits: TimeLimits = { interactive: 1_500, list: 1_400, report: 1_300, job: 1_200 };

let url: string;

/** Runs work while somebody else has locked a table. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await other.query("rollback");
    await other.end();
  }
}

const contact = (email: string) => ({ reseller_id: 2, email });

const database = await openOnServer(await templateOfRun("tables"));
({ url } = database);
const db = database.kysely;
const meters = buildMetrics(database, "1.2.3", true);
const platform = await platformUntilEnd({ timeLimits: limits }, undefined, database);
const client = await platform.as("master");

async function cancelled(): Promise<Record<string, number>> {
  const { text } = await meters.read();
  const found = text.matchAll(/^patchbay_database_statements_cancelled_total\{for="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, kind = "", count]) => [kind, Number(count)]));
}

it("a statement that takes too long is ended: 504 with what to do, counted by what it was for", async () => {
  const replies = await whileLocked("contacts", () =>
    Promise.all([
      client.send("GET", "/api/customercontacts/"),
      client.send("GET", "/api/customercontacts/?format=csv"),
      client.send("GET", "/api/customercontacts/1"),
      client.send("POST", "/api/customercontacts/", contact("late@example.org")),
    ]),
  );
  expect(replies.map(({ status, body }) => [status, body.key])).toEqual(
    Array.from({ length: 4 }, () => [504, "errors.database_timeout"]),
  );
  expect(replies[0]?.body.message).toContain("Narrow it down with a filter");
  // Rows and their number are asked for at once.
  expect(await cancelled()).toEqual({ list: 2, report: 1, interactive: 2 });
});

it("what was written before it in the same transaction is undone", async () => {
  const before = await client.send("GET", "/api/customercontacts/");
  // The contact itself is stored first.
  const reply = await whileLocked("journals", () =>
    client.send("POST", "/api/customercontacts/", contact("half@example.org")),
  );
  expect([reply.status, reply.body.key]).toEqual([504, "errors.database_timeout"]);
  const after = await client.send("GET", "/api/customercontacts/");
  expect(after.body.total_count).toBe(before.body.total_count);
  expect((await client.send("POST", "/api/customercontacts/", contact("half@example.org"))).status).toBe(201);
});

it("holds for its statement or transaction only, as connections are shared", async () => {
  const read = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
  const limitOf = async (one: Kysely<Tables>) => (await read.execute(one)).rows[0]?.limit;
  await db.connection().execute(async (connection) => {
    // Twice, so that it is prepared.
    for (const _ of [1, 2]) expect(await withTimeLimit(limits, "list", () => limitOf(connection))).toBe("1400ms");
    expect(await limitOf(connection)).toBe("0");
  });
  await withTimeLimit(limits, "job", () => transaction(db, async (trx) => expect(await limitOf(trx)).toBe("1200ms")));
  expect(await limitOf(db)).toBe("0");
  expect(await withTimeLimit({ ...limits, list: 0 }, "list", () => limitOf(db))).toBe("0");
});

it("a statement that fails beside its limit can be sent again", async () => {
  const half = (of: number) => sql<{ half: number }>`select 8 / ${of}::integer as half`.execute(db);
  await withTimeLimit(limits, "list", async () => {
    for (const _ of [1, 2]) {
      await expect(half(0)).rejects.toThrow("division by zero");
      expect((await half(2)).rows).toEqual([{ half: 4 }]);
    }
  });
});
