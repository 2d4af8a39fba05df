import { afterAll, expect, it } from "vitest";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import type { Row } from "../../resourceHooks.ts";
import { seedFirstSuperuser } from "../../seed/demonstration.ts";
import { readFirstSteps } from "./readFirstSteps.ts";

const database = await openPrepared("tables");
afterAll(() => database.close());
await seedFirstSuperuser(database, async () => "My-own-otter8");

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

/** A reseller with the contract that only it has. */
async function addReseller(name: string, status: Row<"resellers">["status"]): Promise<number> {
  const db = database.kysely;
  const terms = { type: "reseller", contact_id: 1, status: "active" } as const;
  const contract = await db.insertInto("contracts").values(terms).returning("id").executeTakeFirstOrThrow();
  const reseller = { contract_id: contract.id, name, status, enable_rtc: false };
  return (await db.insertInto("resellers").values(reseller).returning("id").executeTakeFirstOrThrow()).id;
}

async function addCustomer(status: Row<"customers">["status"]): Promise<number> {
  const customer = { reseller_id: 1, contact_id: 1, type: "sipaccount", status } as const;
  const added = database.kysely.insertInto("customers").values(customer).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

it("what the first start creates does none of the steps, nor does what is terminated", async () => {
  expect(await found()).toEqual(nothing);
  await addReseller("gone", "terminated");
  await addCustomer("terminated");
  expect(await found()).toEqual(nothing);
});

it("the oldest record of each does its step; of peering groups one with a server", async () => {
  const db = database.kysely;
  const resellers = await addReseller("first", "active");
  await addReseller("second", "active");
  const domain = { reseller_id: resellers, domain: "sip.example" };
  const { id: domains } = await db.insertInto("domains").values(domain).returning("id").executeTakeFirstOrThrow();
  const group = { name: "empty", contract_id: 1 };
  const { id } = await db.insertInto("peeringgroups").values(group).returning("id").executeTakeFirstOrThrow();
  expect(await found()).toEqual({ ...nothing, resellers, domains });
  const server = { group_id: id, name: "one", ip: "192.0.2.1", port: 5060, weight: 1, enabled: true };
  await db.insertInto("peeringservers").values(server).execute();
  const customers = await addCustomer("locked");
  expect(await found()).toEqual({ ...nothing, resellers, domains, peeringgroups: id, customers });
});
