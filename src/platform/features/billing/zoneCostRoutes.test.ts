import { describe, expect, it } from "vitest";
import { callRow, type ToldCall } from "../../../testing/calls.ts";
import { type Client, itemsOf, platformUntilEnd } from "../../../testing/platform.ts";
import { createCustomer, createProfile } from "../../../testing/records.ts";

const path = "/api/customerzonecosts/";

let serial = 0;
async function call(start_time: string, zone: string | null, values: Partial<ToldCall> = {}): Promise<void> {
  const costs = { customer_cost: 12.5, reseller_cost: 10, carrier_cost: 5, customer_free_time: 30 };
  const told = { customer_id: customer, call_id: `call${++serial}`, start_time, zone, ...costs, ...values };
  await platform.database.kysely.insertInto("calls").values(callRow(told)).execute();
}
const march = "start=2026-03-01T000000&end=2026-03-31T235959";
const zones = async (query = march, client = admin) =>
  (await client.send("GET", `${path}${customer}?${query}`)).body.zones;

const platform = await platformUntilEnd({ timeZone: "Europe/Vienna" });
const admin = await platform.as("master");
const [customer, other] = [await createCustomer(admin), await createCustomer(admin, { reseller_id: 3 })];
await call("2026-03-05T10:00:00Z", "National");
await call("2026-03-06T10:00:00Z", "National");
await call("2026-03-06T11:00:00Z", "International", { customer_cost: 100, seconds: 90 });
await call("2026-03-07T10:00:00Z", null, { direction: "in", customer_cost: 0, reseller_cost: 0, carrier_cost: 0 });
// Not counted: unanswered, and within the customer.
await call("2026-03-08T10:00:00Z", "National", { status: "busy" });
await call("2026-03-08T11:00:00Z", "National", { intra_customer: true });
// On March 31 at 23:59:59 in Vienna, and a second later.
await call("2026-03-31T21:59:59Z", "Night");
await call("2026-03-31T22:00:00Z", "Late");

it("sums what calls cost by zone, those without one under an empty name", async () => {
  expect(await zones()).toEqual({
    "": { customercost: 0, resellercost: 0, carriercost: 0, duration: 60, free_time: 0, number: 1 },
    International: { customercost: 100, resellercost: 10, carriercost: 5, duration: 90, free_time: 30, number: 1 },
    National: { customercost: 25, resellercost: 20, carriercost: 10, duration: 120, free_time: 60, number: 2 },
    Night: { customercost: 12.5, resellercost: 10, carriercost: 5, duration: 60, free_time: 30, number: 1 },
  });
});

it("keeps calls apart that were rated in another currency", async () => {
  const billing_profile_id = await createProfile(admin, { currency: "KWD" });
  const billing_zone_id = await admin.create("billingzones", { billing_profile_id, zone: "National", detail: "" });
  const fee_id = await admin.create("billingfees", {
    billing_profile_id,
    billing_zone_id,
    destination: "43",
    source: ".",
  });
  await call("2026-02-05T10:00:00Z", "National");
  await call("2026-02-06T10:00:00Z", "National", { fee_id, customer_cost: 3 });
  const { body } = await admin.send("GET", `${path}${customer}?start=2026-02-01T000000&end=2026-02-28T235959`);
  expect(body).toMatchObject({
    currency: null,
    zones: { National: { customercost: 12.5, number: 1 } },
    former: [{ currency: "KWD", zones: { National: { customercost: 3, number: 1 } } }],
  });
});

it("is of one direction if asked to", async () => {
  expect(Object.keys((await zones(`${march}&direction=in`)) as object)).toEqual([""]);
  expect(Object.keys((await zones(`${march}&direction=out`)) as object)).toEqual([
    "International",
    "National",
    "Night",
  ]);
});

it("is of this month by default", async () => {
  await call(new Date().toISOString(), "Now");
  expect(await zones("")).toMatchObject({ Now: { number: 1 } });
});

describe("refused are", () => {
  it.each([
    ["start=2026-03-01T00:00:00", "/start"],
    ["start=0000-01-01T000000", "/start"],
    ["end=2026-02-30T000000", "/end"],
    ["direction=sideways", "/direction"],
    ["subscriber_id=4711", "/subscriber_id"],
  ])("%s", async (query, pointer) => {
    const { status, body } = await admin.send("GET", `${path}${customer}?${query}`);
    expect([status, body.errors]).toMatchObject([422, [{ pointer }]]);
  });

  it("customer care, and resellers that the customer does not belong to", async () => {
    const [care, stranger] = [await platform.as("care"), await platform.as("resellerThree")];
    expect((await care.send("GET", path)).status).toBe(403);
    expect((await stranger.send("GET", `${path}${customer}`)).status).toBe(404);
  });
});

it("hides what carriers are paid from resellers, and lists their own customers only", async () => {
  const reseller = await platform.as("resellerTwo");
  expect(await zones(march, reseller)).toMatchObject({ Night: { customercost: 12.5, resellercost: 10 } });
  expect(JSON.stringify(await zones(march, reseller))).not.toContain("carriercost");
  const idsOf = async (client: Client, query = "") =>
    itemsOf(await client.send("GET", `${path}?${query}`), "customerzonecosts").map(({ customer_id }) => customer_id);
  expect(await idsOf(reseller)).toEqual([customer]);
  expect(await idsOf(admin)).toEqual([customer, other]);
  expect(await idsOf(admin, `customer_id=${other}`)).toEqual([other]);
});
