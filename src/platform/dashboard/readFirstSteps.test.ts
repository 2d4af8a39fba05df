import { afterAll, beforeAll, expect, it } from "vitest";
import { openPrepared } from "../../../tests/support/prepared.ts";
import type { Database } from "../db/tables.ts";
import { seedFirstSuperuser } from "../seed/demonstration.ts";
import { readFirstSteps } from "./readFirstSteps.ts";

let database: Database;
beforeAll(async () => {
  database = await openPrepared("tables");
  await seedFirstSuperuser(database, async () => "My-own-otter8");
});
afterAll(() => database.close());

const found = async () =>
  Object.fromEntries((await readFirstSteps({ db: database.kysely })).map(({ resource, id }) => [resource, id]));
const nothing = {
  resellers: null,
  domains: null,
  billingprofiles: null,
  peeringgroups: null,
  customers: null,
  subscribers: null,
};

it("what the first start creates does none of the steps, nor does what is terminated", async () => {
  expect(await found()).toEqual(nothing);
  const db = database.kysely;
  const reseller = { contract_id: 1, status: "terminated", enable_rtc: false };
  await db
    .insertInto("resellers")
    .values({ ...reseller, name: "gone" })
    .execute();
  const customer = { reseller_id: 1, contact_id: 1, type: "sipaccount", status: "terminated" };
  await db.insertInto("customers").values(customer).execute();
  expect(await found()).toEqual(nothing);
});

it("the oldest record of each does its step, whoever has made it; of peering groups one with a server", async () => {
  const db = database.kysely;
  const reseller = { contract_id: 1, status: "active", enable_rtc: false };
  await db
    .insertInto("resellers")
    .values({ ...reseller, name: "ours" })
    .execute();
  await db.insertInto("domains").values({ reseller_id: 3, domain: "sip.example" }).execute();
  const [group] = await db
    .insertInto("peeringgroups")
    .values({ name: "empty", contract_id: 1 })
    .returning("id")
    .execute();
  expect(await found()).toEqual({ ...nothing, resellers: 3, domains: 1 });
  await db
    .insertInto("peeringservers")
    .values({ group_id: group?.id ?? 0, name: "one", ip: "192.0.2.1", port: 5060, weight: 1, enabled: true })
    .execute();
  const customer = { reseller_id: 3, contact_id: 1, type: "sipaccount", status: "active" };
  await db.insertInto("customers").values(customer).execute();
  expect(await found()).toEqual({ ...nothing, resellers: 3, domains: 1, peeringgroups: group?.id, customers: 2 });
});

it("the demonstration has all of them", async () => {
  const demonstration = await openPrepared("demonstration");
  try {
    const steps = await readFirstSteps({ db: demonstration.kysely });
    expect(steps.filter(({ id }) => id === null)).toEqual([]);
  } finally {
    await demonstration.close();
  }
});
