import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { itemsOf, openTestPlatform } from "../../testing/platform.ts";
import { prepareDatabase } from "../seed/prepareDatabase.ts";
import { openDatabase } from "./engine.ts";
import { watchPostgresReplicas } from "./postgres.ts";

const postgres = await startPostgres();
const database = await openDatabase({ databaseUrl: postgres.url });
await prepareDatabase(database.kysely);
const replica = await postgres.startReplica();
const replicas = watchPostgresReplicas([replica.url]);
const readThere = await openDatabase({ databaseUrl: replica.url });
const platform = await openTestPlatform({}, undefined, database, replicas);
afterAll(async () => {
  await platform?.close();
  await replicas?.close();
  await readThere?.close();
  await postgres?.stop();
});

const isThere = () => replicas.holding(0n) !== undefined;
/** Statements that lists of domains sent to the replica, as its own statistics count rows. */
async function domainsAfter(change: () => Promise<unknown>): Promise<unknown[]> {
  const master = await platform.as("master");
  await change();
  return itemsOf(await master.send("GET", "/api/domains/?rows=100"), "domains").map(({ domain }) => domain);
}
const addDomain = async (domain: string) => {
  const master = await platform.as("master");
  expect(await master.send("POST", "/api/domains/", { domain, reseller_id: 1 })).toMatchObject({ status: 201 });
};
/** What is changed on the primary stays there for a while. */
const holdUp = (isHeld: boolean) =>
  sql.raw(`select pg_wal_replay_${isHeld ? "pause" : "resume"}()`).execute(readThere.kysely);

it("serves lists from a replica that holds the caller's changes, and from the primary until then", async () => {
  await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
  await holdUp(true);
  expect(await domainsAfter(() => addDomain("mine.example.org"))).toContain("mine.example.org");
  // Somebody else, who has changed nothing, may see it later: this is how we know that the replica is asked.
  const other = await platform.as("reader");
  expect((await other.send("GET", "/api/domains/?rows=100")).text).not.toContain("mine.example.org");
  await holdUp(false);
  const seen = async () => (await other.send("GET", "/api/domains/?rows=100")).text.includes("mine.example.org");
  await expect.poll(seen, { timeout: 10_000 }).toBe(true);
});

it("reads from the primary when the replica is lost, and from the replica when it is back", async () => {
  const other = await platform.as("reader");
  const list = () => other.send("GET", "/api/domains/?rows=100");
  replica.halt();
  const began = performance.now();
  expect(await list()).toMatchObject({ status: 200 });
  expect(performance.now() - began).toBeLessThan(1_000);
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
  expect(await list()).toMatchObject({ status: 200 });
  replica.resume();
  await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
  expect(await list()).toMatchObject({ status: 200 });
});
