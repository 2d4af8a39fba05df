import { beforeEach, describe, expect, it } from "vitest";
import { errorsOf } from "../../../tests/support/api.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createContact, createCustomer, createProfile } from "../../testing/records.ts";

const resource = "/api/customerfraudpreferences/";
/** A new customer for each test. */
let customer: number;

const makeCustomer = (billing_profile_id = profile, contact_id = contact) =>
  createCustomer(admin, { contact_id, billing_profile_id });
const read = async (id = customer) => (await admin.send("GET", `${resource}${id}`)).body;
const put = (values: object, client = admin) => client.send("PUT", `${resource}${customer}`, values);
const patch = (field: string, value: unknown) =>
  admin.send("PATCH", `${resource}${customer}`, [{ op: "replace", path: `/${field}`, value }]);

const platform = await platformUntilEnd();
const admin = await platform.as("master");
const contact = await createContact(admin);
/** A profile with limits per month and day. */
const profile = await createProfile(admin, {
  fraud_interval_limit: 10_000,
  fraud_interval_lock: 3,
  fraud_interval_notify: "noc@example.org",
  fraud_daily_limit: 1000,
});
beforeEach(async () => {
  customer = await makeCustomer();
});

describe("a customer without own limits", () => {
  it("has those of the billing profile in force", async () => {
    expect(await read()).toMatchObject({
      fraud_interval_limit: null,
      fraud_daily_limit: null,
      current_fraud_interval_source: "billing_profile",
      current_fraud_interval_limit: 10_000,
      current_fraud_interval_lock: 3,
      current_fraud_interval_notify: "noc@example.org",
      current_fraud_daily_source: "billing_profile",
      current_fraud_daily_limit: 1000,
      current_fraud_daily_lock: 0,
      current_fraud_daily_notify: null,
    });
  });

  it("has others as soon as another profile is in force", async () => {
    const billing_profile_id = await createProfile(admin, { fraud_daily_limit: 77 });
    const operations = [{ op: "replace", path: "/billing_profile_id", value: billing_profile_id }];
    expect((await admin.send("PATCH", `/api/customers/${customer}`, operations)).status).toBeLessThan(300);
    expect(await read()).toMatchObject({ current_fraud_daily_limit: 77, current_fraud_interval_limit: null });
  });
});

describe("own limits", () => {
  it("replace limit, lock and alerts of their period together, and leave the other period alone", async () => {
    expect((await put({ fraud_interval_limit: 500 })).status).toBeLessThan(300);
    expect(await read()).toMatchObject({
      current_fraud_interval_source: "customer",
      current_fraud_interval_limit: 500,
      current_fraud_interval_lock: null,
      current_fraud_interval_notify: null,
      current_fraud_daily_source: "billing_profile",
      current_fraud_daily_limit: 1000,
    });
  });

  it("of 0 count as none", async () => {
    await put({ fraud_interval_limit: 0, fraud_interval_lock: 1 });
    expect(await read()).toMatchObject({
      fraud_interval_limit: 0,
      current_fraud_interval_source: "billing_profile",
      current_fraud_interval_lock: 3,
    });
  });

  it("stay when an update leaves their period out", async () => {
    await put({ fraud_interval_limit: 500, fraud_interval_lock: 2, fraud_interval_notify: "a@example.org" });
    await put({ fraud_daily_limit: 50 });
    expect(await read()).toMatchObject({
      fraud_interval_limit: 500,
      fraud_interval_lock: 2,
      fraud_interval_notify: "a@example.org",
      fraud_daily_limit: 50,
    });
    await put({ fraud_interval_limit: 600 });
    expect(await read()).toMatchObject({ fraud_interval_limit: 600, fraud_interval_lock: null, fraud_daily_limit: 50 });
  });

  it("take texts in a patch, and are cleared by null", async () => {
    expect((await patch("fraud_daily_limit", "70")).status).toBeLessThan(300);
    expect((await read()).fraud_daily_limit).toBe(70);
    expect((await patch("fraud_daily_limit", null)).status).toBeLessThan(300);
    expect(await read()).toMatchObject({ fraud_daily_limit: null, current_fraud_daily_limit: 1000 });
  });
});

it("refused are a limit taken from a lock that needs it", async () => {
  await put({ fraud_daily_limit: 10, fraud_daily_lock: 1 });
  expect(errorsOf(await patch("fraud_daily_limit", null))).toEqual(["/fraud_daily_limit rules.required"]);
});

it("is listed for every customer, filtered by contact, reseller and addresses", async () => {
  const second = await createContact(admin, { reseller_id: 3 });
  const elsewhere = await makeCustomer(await createProfile(admin, { reseller_id: 3 }), second);
  await put({ fraud_daily_limit: 10, fraud_daily_notify: "night@example.org" });
  const idsOf = async (query: string) =>
    itemsOf(await admin.send("GET", `${resource}?rows=100&${query}`), "customerfraudpreferences").map(({ id }) => id);
  expect(await idsOf(`contact_id=${second}`)).toEqual([elsewhere]);
  expect(await idsOf("reseller_id=3")).toEqual([elsewhere]);
  expect(await idsOf("notify=night*")).toEqual([customer]);
  expect(await idsOf("")).toEqual(expect.arrayContaining([customer, elsewhere]));
});
