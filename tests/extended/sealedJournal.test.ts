import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runPatchbay } from "../support/command.ts";
import { HttpClient } from "../support/httpClient.ts";
import { copySeeded, type SeededData } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

let data: SeededData;
let database: pg.Client;
let env: Record<string, string>;
let server: Server;

/** A login and four changes, made while the product runs. */
beforeAll(async () => {
  data = await copySeeded("journal");
  env = { DATABASE_URL: data.databaseUrl, DATA_DIR: data.folder };
  server = await data.start();
  const client = await HttpClient.login(server.url, "administrator", server.passwords.get("administrator") ?? "");
  for (const value of ["one", "two", "three", "four"]) {
    const change = [{ op: "replace", path: "/external_id", value }];
    expect((await client.request("PATCH", "/api/customers/5", change)).status).toBe(204);
  }
  database = new pg.Client({ connectionString: data.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await server?.kill();
  await database?.end();
  await data?.remove();
});

/** Runs with the database changed; it is as before afterwards. */
async function withChange(statement: string) {
  await database.query("create table if not exists kept as select * from journals");
  await database.query(statement);
  const ended = await runPatchbay(["journal", "verify"], env);
  await database.query("truncate journals");
  await database.query("insert into journals select * from kept");
  return ended;
}

it("is sealed within a second or two while the product runs", async () => {
  const unsealed = async () => (await database.query("select from journals where link is null")).rowCount;
  await expect.poll(unsealed, { timeout: 5_000 }).toBe(0);
  await server.stop();
});

it("proves that the journal is whole, also against a hash noted earlier", async () => {
  const ended = await runPatchbay(["journal", "verify"], env);
  expect(ended).toMatchObject({ code: 0, complaints: "" });
  const [, count, hash = ""] = /whole: (\d+) entries, the last with the hash (\w{64})/.exec(ended.output) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(4);
  expect((await runPatchbay(["journal", "verify", "--hash", hash], env)).code).toBe(0);
  const wrong = await runPatchbay(["journal", "verify", "--hash", "0".repeat(64)], env);
  expect([wrong.code, wrong.complaints]).toEqual([1, expect.stringContaining("was replaced")]);
});

it("fails, and names the entry, when one byte of it was changed", async () => {
  const { rows } = await database.query("select id from journals where changes::text like '%two%'");
  const ended = await withChange(
    `update journals set changes = replace(changes::text, 'two', 'twp')::jsonb where id = ${rows[0].id}`,
  );
  expect([ended.code, ended.complaints]).toEqual([1, `Entry ${rows[0].id} was changed (place 3).\n`]);
});

it.each([
  ["in the middle", "(select min(link) + 1 from journals)", 2],
  ["at the end", "(select max(link) from journals)", 5],
])("fails when an entry is missing %s", async (_, link, place) => {
  const ended = await withChange(`delete from journals where link = ${link}`);
  expect([ended.code, ended.complaints]).toEqual([1, `The entry at place ${place} is missing.\n`]);
});
