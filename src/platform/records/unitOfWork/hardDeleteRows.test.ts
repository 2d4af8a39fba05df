import { sql } from "kysely";
import { expect, it } from "vitest";
import { resources } from "../../../generated/all.gen.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { buildTokens } from "../../accounts/sessions.ts";
import { anyTables } from "../../db/tables.ts";
import { defaultSettings } from "../../runtime/settings.ts";
import { buildContext } from "../../server/buildContext.ts";
import { loadAdmin, toActor } from "../actor.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { deleteRows } from "./hardDeleteRows.ts";

const platform = await platformUntilEnd();
const { database } = platform;
const tokens = buildTokens(database.kysely);
const context = buildContext({ database, resources, settings: defaultSettings, tokens });
const admin = await loadAdmin(database.kysely, { id: 1 });
if (!admin) throw new Error("no administrator");
const actor = toActor(admin);

const insert = (table: string, ...rows: object[]) =>
  anyTables(platform.database.kysely).insertInto(table).values(rows).execute();
const find = async (table: string, where = sql`true`) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${where} order by id`.execute(context.db))
    .rows;

it("fails without changes while another row refers to the row", async () => {
  await insert("contacts", { id: 70, email: "kept@example.org", status: "active" });
  await insert("contracts", { id: 70, type: "sippeering", contact_id: 70, status: "active" });
  await insert("peeringgroups", { id: 70, name: "needs it", contract_id: 70, priority: 1 });
  const erased = context.inTransaction(actor, (unit) => unit.deleteMany("contracts", [70]));
  await expect(erased).rejects.toMatchObject({ code: "in_use", params: { usedBy: "peeringgroups", count: 1 } });
  expect(await find("contracts", sql`id = 70`)).toHaveLength(1);
});

it("erases rows that cascade, with a journal entry each", async () => {
  const server = { group_id: 70, name: "gone", ip: "192.0.2.1", port: 5060, transport: 1, weight: 1 } as const;
  const master = await platform.as("master");
  expect((await master.send("POST", "/api/peeringservers/", server)).status).toBe(201);
  await context.inTransaction(actor, (unit) => unit.deleteMany("peeringgroups", [70]));
  expect(await find("peeringservers")).toEqual([]);
  const entries = await find("journals", sql`operation = 'delete'`);
  expect(entries.map(({ resource_name, resource_id }) => `${resource_name} ${resource_id}`)).toEqual([
    "peeringservers 1",
    "peeringgroups 70",
  ]);
});

it("removes the row from lists of references", async () => {
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
  await context.inTransaction(actor, (unit) => unit.deleteMany("subscribers", [81]));
  const [member] = await find("subscribers", sql`id = 83`);
  expect(member).toMatchObject({ pbx_group_ids: [82], row_version: 2 });
});

it("reports a violated constraint of the database like a validation error", async () => {
  const stray = { group_id: 999, name: "stray", ip: "192.0.2.2", port: 5060, transport: 1, weight: 1 } as const;
  const made = context.inTransaction(actor, (unit) => unit.insert("peeringservers", stray));
  await expect(made).rejects.toMatchObject({
    code: "validation_failed",
    fieldErrors: [{ pointer: "/group_id", rule: "reference", params: { resource: "peeringgroups" } }],
  });
  const taken = context.inTransaction(actor, (unit) => sql`delete from domains where id = 80`.execute(unit.db));
  await expect(taken).rejects.toMatchObject({
    code: "in_use",
    params: { resource: "domains", usedBy: "subscribers", count: 1 },
  });
});

it("checks the foreign keys of many rows with one query, every time", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => 300 + index);
  await insert("domains", ...ids.map((id) => ({ id, domain: `gone${id}.example`, reseller_id: 2 })));
  const plan = planOf(context.plans, "domains");
  const refused = context.inTransaction(actor, ({ db }) => deleteRows(db, plan, [...ids, 80]));
  await expect(refused).rejects.toMatchObject({
    code: "in_use",
    params: { resource: "domains", usedBy: "subscribers" },
  });
  const stray = { group_id: 999, name: "stray", ip: "192.0.2.2", port: 5060, transport: 1, weight: 1 } as const;
  const strays = context.inTransaction(actor, async (unit) => {
    await deleteRows(unit.db, plan, ids);
    expect(await unit.findBy("domains", { id: 300 })).toEqual([]);
    await unit.insert("peeringservers", stray);
  });
  await expect(strays).rejects.toMatchObject({ code: "validation_failed" });
  expect(await find("domains", sql`id between 300 and 319`)).toHaveLength(ids.length);
});

it("is atomic", async () => {
  const failing = context.inTransaction(actor, async (unit) => {
    await unit.deleteMany("subscribers", [82]);
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await find("subscribers", sql`id = 82`)).toHaveLength(1);
});

it("reports progress per slice to its administrator only", async () => {
  const count = 1_001;
  const domains = Array.from({ length: count }, (_, index) => ({ id: 1000 + index, domain: `d${index}.example` }));
  await insert("domains", ...domains.map((domain) => ({ ...domain, reseller_id: 2 })));
  const ids = domains.map(({ id }) => id);
  const seen = new Map<number | undefined, number | undefined>();
  await context.inTransaction(actor, (unit) =>
    unit.updateMany("domains", ids, () => {
      const progress = context.progressOf(actor);
      seen.set(progress?.done, progress?.found);
      expect(context.progressOf({ ...actor, adminId: 7 })).toBeUndefined();
      return { reseller_id: 3 };
    }),
  );
  expect([...seen]).toEqual([
    [0, count],
    [500, count],
    [1_000, count],
  ]);
  expect(context.progressOf(actor)).toBeUndefined();
});
