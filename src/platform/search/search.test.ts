import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPrepared } from "../../../tests/support/prepared.ts";
import type { Json } from "../../core/descriptor.ts";
import { buildPlatform } from "../app.ts";
import type { Database } from "../db/tables.ts";
import { DEMONSTRATION_PASSWORD } from "../seed/adminSeed.ts";

let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  database = await openPrepared("demonstration");
  app = await buildPlatform({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Hit {
  readonly resource: string;
  readonly record: { readonly id: number } & Record<string, Json>;
}

async function search(login: string, text: string, rows = 5): Promise<Hit[]> {
  const credentials = { username: login, password: DEMONSTRATION_PASSWORD };
  const { jwt } = (await app.inject({ method: "POST", url: "/login_jwt", payload: credentials })).json();
  const url = `/api/search/?${new URLSearchParams({ q: text, rows: String(rows) })}`;
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${jwt}` } });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().results;
}

async function aSubscriber(): Promise<{ id: number; username: string; number: string; cc: string }> {
  const row = await database.kysely
    .selectFrom("numbers")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select(["subscribers.id as id", "username", "number", "cc"])
    .where("is_primary", "=", true)
    .where("subscribers.status", "=", "active")
    .orderBy("numbers.id")
    .executeTakeFirstOrThrow();
  return row as { id: number; username: string; number: string; cc: string };
}

const idsOf = (hits: readonly Hit[], resource: string) =>
  hits.filter((hit) => hit.resource === resource).map(({ record }) => record.id);

describe("a search over all resources", () => {
  it("finds a subscriber by any notation of its number, by name and by id", async () => {
    const { id, username, number, cc } = await aSubscriber();
    const national = number.slice(cc.length);
    for (const text of [`+${number}`, `00${number}`, number, `0${national}`, `+${cc} ${national}`]) {
      expect(idsOf(await search("administrator", text), "subscribers"), text).toContain(id);
    }
    expect(idsOf(await search("administrator", username.toUpperCase()), "subscribers")).toContain(id);
    expect(idsOf(await search("administrator", String(id)), "subscribers")).toContain(id);
  });

  it("finds a record by what its title says of another one", async () => {
    const [hit] = (await search("administrator", "office@tidewater")).filter(
      ({ resource }) => resource === "customers",
    );
    expect(hit?.record).toMatchObject({ id: 3, contact_id_expand: { email: expect.stringContaining("tidewater") } });
  });

  it("brings no more of a resource than asked for, and nothing for nothing", async () => {
    const hits = await search("administrator", "a", 2);
    for (const { resource } of hits) expect(idsOf(hits, resource).length).toBeLessThanOrEqual(2);
    expect(await search("administrator", "  ")).toEqual([]);
    for (const odd of ["%", "_", "*", "\\", "'; drop table x --", "\0"])
      expect(await search("administrator", odd)).toEqual([]);
  });

  it("keeps to what the caller may open and to the own reseller", async () => {
    const { id, username, number } = await aSubscriber();
    const { reseller_id: owner } = await database.kysely
      .selectFrom("subscribers")
      .select("reseller_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const others = ["albion-voice", "spreeklang", "bayview-telecom"];
    for (const login of others) {
      const account = await database.kysely
        .selectFrom("admins")
        .select("reseller_id")
        .where("login", "=", login)
        .executeTakeFirstOrThrow();
      const seesIt = account.reseller_id === owner;
      expect(idsOf(await search(login, `+${number}`), "subscribers").includes(id), login).toBe(seesIt);
      for (const text of [username, String(id)]) {
        if (!seesIt) expect(idsOf(await search(login, text, 20), "subscribers"), `${login} ${text}`).not.toContain(id);
      }
      expect(idsOf(await search(login, "default"), "resellers")).toEqual([]);
    }
    expect(new Set((await search("caredesk", "a", 20)).map(({ resource }) => resource))).not.toContain("domains");
  });
});
