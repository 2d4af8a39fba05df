import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import { loadAdmin, toActor } from "../auth/actor.ts";
import { buildTokens } from "../auth/tokens.ts";
import { buildContext } from "../buildContext.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { defaultSettings } from "../settings.ts";
import { openTestPlatform, type TestPlatform } from "../testPlatform.ts";

let platform: TestPlatform;
let context: PlatformContext;
let actor: Actor;

beforeAll(async () => {
  platform = await openTestPlatform();
  const { database } = platform;
  const tokens = buildTokens(database.kysely);
  context = buildContext({ database, resources, settings: defaultSettings, tokens });
  const admin = await loadAdmin(database.kysely, { id: 1 });
  if (!admin) throw new Error("no administrator");
  actor = toActor(admin);
});
afterAll(() => platform.close());

const insert = (table: string, ...rows: object[]) => platform.database.kysely.insertInto(table).values(rows).execute();
const find = async (table: string, where = sql`true`) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${where} order by id`.execute(context.db))
    .rows;

it("is refused while a row needs the other, and changes nothing then", async () => {
  await insert("contacts", { id: 70, email: "kept@example.org", status: "active" });
  await insert("contracts", { id: 70, type: "sippeering", contact_id: 70, status: "active" });
  await insert("peeringgroups", { id: 70, name: "needs it", contract_id: 70, priority: 1 });
  const erased = context.inTransaction(actor, (work) => work.erase("contracts", [70]));
  await expect(erased).rejects.toMatchObject({ code: "in_use", params: { usedBy: "peeringgroups", count: 1 } });
  expect(await find("contracts", sql`id = 70`)).toHaveLength(1);
});

it("takes along what belongs to the row, with a journal entry each", async () => {
  const server = { group_id: 70, name: "gone", ip: "192.0.2.1", port: 5060, transport: 1, weight: 1 };
  const master = await platform.as("master");
  expect((await master.send("POST", "/api/peeringservers/", server)).status).toBe(201);
  await context.inTransaction(actor, (work) => work.erase("peeringgroups", [70]));
  expect(await find("peeringservers")).toEqual([]);
  const entries = await find("journals", sql`operation = 'delete'`);
  expect(entries.map(({ resource_name, resource_id }) => `${resource_name} ${resource_id}`)).toEqual([
    "peeringservers 1",
    "peeringgroups 70",
  ]);
});

it("is taken out of the lists that name the row", async () => {
  await insert("contacts", { id: 80, email: "pbx@example.org", reseller_id: 2, status: "active" });
  await insert("domains", { id: 80, domain: "pbx.example", reseller_id: 2 });
  await insert("customers", { id: 80, type: "pbxaccount", contact_id: 80, reseller_id: 2, status: "active" });
  const subscriber = (id: number, more: object) => ({
    id,
    customer_id: 80,
    reseller_id: 2,
    domain_id: 80,
    username: `s${id}`,
    password: "Sip-secret1",
    status: "active",
    is_pbx_pilot: id === 80,
    is_pbx_group: false,
    pbx_extension: id === 80 ? null : String(id),
    pbx_group_ids: null,
    ...more,
  });
  await insert(
    "subscribers",
    subscriber(80, {}),
    subscriber(81, { is_pbx_group: true }),
    subscriber(82, { is_pbx_group: true }),
    subscriber(83, { pbx_group_ids: "[81, 82]" }),
  );
  await context.inTransaction(actor, (work) => work.erase("subscribers", [81]));
  const [member] = await find("subscribers", sql`id = 83`);
  expect(member).toMatchObject({ pbx_group_ids: [82], version: 2 });
});

it("happens whole or not at all", async () => {
  const failing = context.inTransaction(actor, async (work) => {
    await work.erase("subscribers", [82]);
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await find("subscribers", sql`id = 82`)).toHaveLength(1);
});
