import { beforeEach, describe, expect, it } from "vitest";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { callRow, type ToldCall } from "../../testing/calls.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createCustomer, createProfile } from "../../testing/records.ts";

const path = "/api/customerfraudevents/";
let customer: number;

let serial = 0;
const makeCustomer = (billing_profile_id = profile) => createCustomer(admin, { billing_profile_id });
interface SeedCall {
  readonly start: string;
  readonly cost: number;
  readonly seconds?: number;
  readonly values?: Partial<ToldCall>;
}
/** A call that the customer made. */
async function call({ start, cost, seconds = 60, values }: SeedCall): Promise<void> {
  const costs = { customer_cost: cost, reseller_cost: cost / 10 };
  const told = { customer_id: customer, call_id: `call${++serial}`, start_time: start, seconds, ...costs, ...values };
  await platform.database.kysely.insertInto("calls").values(callRow(told)).execute();
}
const events = async (query: string, client = admin) =>
  itemsOf(await client.send("GET", `${path}?rows=100&contract_id=${customer}&${query}`), "customerfraudevents").map(
    ({ interval, date, interval_cost }) => `${interval} ${date} ${interval_cost}`,
  );

const platform = await platformUntilEnd({ timeZone: "Europe/Vienna" });
const admin = await platform.as("master");
/** 100 cents a day, and 1000 a month. */
const profile = await createProfile(admin, {
  fraud_daily_limit: 100,
  fraud_daily_lock: 2,
  fraud_daily_notify: "noc@example.org",
  fraud_interval_limit: 1000,
});
beforeEach(async () => {
  customer = await makeCustomer();
});

describe("a limit is reached", () => {
  it("at exactly its amount, by the calls of one day together", async () => {
    await call({ start: "2026-03-10T09:00:00Z", cost: 60 });
    expect(await events("date=2026-03-10")).toEqual([]);
    await call({ start: "2026-03-10T15:00:00Z", cost: 40 });
    expect(await events("date=2026-03-10")).toEqual(["day 2026-03-10 100"]);
  });

  it("on the day on which a call ends, in the zone of the platform", async () => {
    // 23:59:30 in Vienna, and two minutes long.
    await call({ start: "2026-03-10T22:59:30Z", cost: 150, seconds: 120 });
    expect(await events("date=2026-03-10")).toEqual([]);
    expect(await events("date=2026-03-11")).toEqual(["day 2026-03-11 150"]);
  });

  it("by the calls of a calendar month", async () => {
    for (const day of ["02", "11", "30"]) await call({ start: `2026-03-${day}T09:00:00Z`, cost: 99 * 3.5 });
    await call({ start: "2026-04-01T09:00:00Z", cost: 5 });
    expect(await events("date=2026-03-20")).toEqual(["month 2026-03-01 1039.5"]);
    expect(await events("date=2026-04-20")).toEqual([]);
  });

  it("only by calls in the currency of the limit", async () => {
    const billing_profile_id = await createProfile(admin, { currency: "KWD" });
    const billing_zone_id = await admin.create("billingzones", { billing_profile_id, zone: "All", detail: "" });
    const fee_id = await admin.create("billingfees", {
      billing_profile_id,
      billing_zone_id,
      destination: "43",
      source: ".",
    });
    await call({ start: "2026-03-10T09:00:00Z", cost: 60 });
    await call({ start: "2026-03-10T10:00:00Z", cost: 60, values: { fee_id } });
    expect(await events("date=2026-03-10")).toEqual([]);
    await call({ start: "2026-03-10T11:00:00Z", cost: 40 });
    expect(await events("date=2026-03-10")).toEqual(["day 2026-03-10 100"]);
  });

  it("only by calls made, of active customers", async () => {
    await call({ start: "2026-03-10T09:00:00Z", cost: 500, values: { direction: "in" } });
    expect(await events("date=2026-03-10")).toEqual([]);
    await call({ start: "2026-03-10T09:00:00Z", cost: 500 });
    expect(await events("date=2026-03-10")).toHaveLength(1);
    const lock = [{ op: "replace", path: "/status", value: "locked" }];
    expect((await admin.send("PATCH", `/api/customers/${customer}`, lock)).status).toBeLessThan(300);
    expect(await events("date=2026-03-10")).toEqual([]);
  });

  it("at the reseller's rates where the profile says so", async () => {
    customer = await makeCustomer(
      await createProfile(admin, { fraud_daily_limit: 100, fraud_use_reseller_rates: true }),
    );
    await call({ start: "2026-03-10T09:00:00Z", cost: 900 });
    expect(await events("date=2026-03-10")).toEqual([]);
    await call({ start: "2026-03-10T10:00:00Z", cost: 200 });
    expect(await events("date=2026-03-10")).toEqual(["day 2026-03-10 110"]);
  });

  it("never where there is none", async () => {
    customer = await makeCustomer(await createProfile(admin, { fraud_daily_limit: 0 }));
    await call({ start: "2026-03-10T09:00:00Z", cost: 900 });
    expect(await events("date=2026-03-10")).toEqual([]);
  });
});

it("shows the days of a range, and the months that it touches", async () => {
  for (const day of ["02-27", "03-09", "03-10", "03-12", "04-01"])
    await call({ start: `2026-${day}T09:00:00Z`, cost: 400 });
  expect((await events("date_ge=2026-03-10&date_le=2026-04-01")).toSorted()).toEqual([
    "day 2026-03-10 400",
    "day 2026-03-12 400",
    "day 2026-04-01 400",
    "month 2026-03-01 1200",
  ]);
  expect(await events("date_le=2026-02-28")).toEqual(["day 2026-02-27 400"]);
  expect(await events("date_ge=2026-03-10&date_le=2026-03-09")).toEqual([]);
  expect(await events("date_ge=yesterday")).toEqual([]);
});

it("shows a day, the day before and the month, and one kind only if asked to", async () => {
  for (const day of ["01", "09", "10", "11"]) await call({ start: `2026-03-${day}T09:00:00Z`, cost: 300 });
  await call({ start: "2026-02-28T09:00:00Z", cost: 300 });
  expect((await events("date=2026-03-10")).toSorted()).toEqual([
    "day 2026-03-09 300",
    "day 2026-03-10 300",
    "month 2026-03-01 1200",
  ]);
  expect(await events("date=2026-03-10&interval=month")).toEqual(["month 2026-03-01 1200"]);
  // The day before the first is in another month.
  expect((await events("date=2026-03-01&interval=day")).toSorted()).toEqual([
    "day 2026-02-28 300",
    "day 2026-03-01 300",
  ]);
  for (const query of ["date=soon", "date=0000-01-01", "date=9999-12-31", "interval=year"]) {
    expect(await events(query), query).toEqual([]);
  }
});

it("tells what is done by the limit in force, and whose limit that is", async () => {
  await call({ start: "2026-03-10T09:00:00Z", cost: 300 });
  const [one] = itemsOf(
    await admin.send("GET", `${path}?date=2026-03-10&contract_id=${customer}`),
    "customerfraudevents",
  );
  expect(one).toMatchObject({
    contract_id: customer,
    reseller_id: 2,
    type: "profile_limit",
    interval_limit: 100,
    interval_lock: 2,
    interval_notify: "noc@example.org",
    use_reseller_rates: 0,
    notify_status: "new",
    notified_at: null,
  });
  await admin.send("PUT", `/api/customerfraudpreferences/${customer}`, { fraud_daily_limit: 200 });
  const [own] = itemsOf(
    await admin.send("GET", `${path}?date=2026-03-10&contract_id=${customer}`),
    "customerfraudevents",
  );
  expect(own).toMatchObject({ type: "account_limit", interval_limit: 200, interval_lock: null, interval_notify: null });
});

const dayEvent = async (date: string) => {
  const reply = await admin.send("GET", `${path}?date=${date}&interval=day&contract_id=${customer}`);
  return itemsOf(reply, "customerfraudevents").filter((event) => event.date === date);
};

it("has an id of its own, whatever the day", async () => {
  for (const day of ["2026-03-10", "2026-04-10", "2027-03-10"]) {
    await call({ start: `${day}T09:00:00Z`, cost: 300 });
    const [event] = await dayEvent(day);
    expect((await admin.send("GET", `${path}${event?.id}`)).body).toMatchObject({ interval: "day", date: day });
  }
  const [first] = await dayEvent("2026-03-10");
  const [last] = await dayEvent("2027-03-10");
  expect((await events(`id=${first?.id},${last?.id},x,1`)).toSorted()).toEqual([
    "day 2026-03-10 300",
    "day 2027-03-10 300",
  ]);
  for (const id of ["0", "1", String(Number(first?.id) + 2), "9".repeat(30)]) {
    expect((await admin.send("GET", `${path}${id}`)).status, id).toBe(404);
  }
});

describe("who has been told", () => {
  const told = [
    { op: "replace", path: "/notify_status", value: "notified" },
    { op: "replace", path: "/notified_at", value: "2026-03-10 12:30:00" },
  ];

  beforeEach(async () => {
    for (const day of ["09", "10"]) await call({ start: `2026-03-${day}T09:00:00Z`, cost: 600 });
  });

  it("is patched for one event, in the zone of the platform, and can be listed", async () => {
    const [event] = await dayEvent("2026-03-10");
    expect((await admin.send("PATCH", `${path}${event?.id}`, told)).status).toBe(204);
    expect(await events("date=2026-03-10&notify_status=notified")).toEqual(["day 2026-03-10 600"]);
    expect((await events("date=2026-03-10&notify_status=new")).toSorted()).toEqual([
      "day 2026-03-09 600",
      "month 2026-03-01 1200",
    ]);
    const item = await admin.send("GET", `${path}${event?.id}`);
    expect(item.body).toMatchObject({ notify_status: "notified", interval_cost: 600 });
    expect(new Date(String((item.body as WireRecord).notified_at)).toISOString()).toBe("2026-03-10T11:30:00.000Z");
    // Again, and back.
    expect((await admin.send("PATCH", `${path}${event?.id}`, told.slice(0, 1))).status).toBe(204);
    expect((await admin.send("PUT", `${path}${event?.id}`, {})).status).toBe(204);
    expect(await events("date=2026-03-10&notify_status=notified")).toEqual([]);
  });
});
