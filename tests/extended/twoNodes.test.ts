import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { copySeeded } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

const data = await copySeeded("nodes");
const database = new pg.Client({ connectionString: data.databaseUrl });
await database.connect();
const servers = [await data.start(), await data.start()];
const [here, there] = (await Promise.all(
  servers.map(({ url, passwords }) => HttpClient.login(url, "administrator", passwords.get("administrator") ?? "")),
)) as [HttpClient, HttpClient];
afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  await database?.end();
  await data?.remove();
});

const one = async (statement: string) =>
  (await database.query(statement)).rows[0] as Record<string, unknown> | undefined;
const leader = async () => (await one("select node from nodeduties"))?.node;

it("hands scheduled work over when its node is killed, and loses no write that was answered", async () => {
  const held = await one("select nodes.name from nodes join nodeduties using (node)");
  const dying = servers.find(({ pid }) => String(held?.name).endsWith(`:${pid}`)) as Server;
  const [writer, reader] = dying === servers[0] ? [here, there] : [there, here];
  const before = await leader();
  const stored = new Map<number, string>();
  const write = async (name: string) => {
    for (let index = 0; ; index++) {
      const email = `${name}.${index}@example.org`;
      try {
        stored.set(await writer.create("systemcontacts", { email }), email);
      } catch {
        return;
      }
    }
  };
  const load = Promise.all(["one", "two", "three", "four"].map(write));
  await expect.poll(() => stored.size).toBeGreaterThan(50);
  await dying.kill();
  await load;
  expect(await leader()).toBe(before);
  await expect.poll(leader, { timeout: 10_000, interval: 100 }).not.toBe(before);
  const found = new Map((await reader.all("systemcontacts")).map(({ id, email }) => [id, email]));
  for (const [id, email] of stored) expect(found.get(id)).toBe(email);
});
