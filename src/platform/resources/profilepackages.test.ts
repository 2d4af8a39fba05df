import { beforeEach, describe, expect, it } from "vitest";
import { createdId, errorsOf } from "../../../tests/support/api.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createContact, createCustomer, createProfile } from "../../testing/records.ts";

let serial = 0;
/** Billing profiles of reseller 2, and a network. */
let postpaid: number;
let prepaid: number;
let withCash: number;
let withTime: number;
let network: number;

const makeNetwork = (name: string) =>
  admin.create("billingnetworks", { reseller_id: 2, name, description: "-", blocks: [{ ip: "192.0.2.1" }] });
const packageOf = (more: object = {}) => ({
  reseller_id: 2,
  name: `Package ${++serial}`,
  description: "-",
  initial_profiles: [{ profile_id: postpaid }],
  ...more,
});
const post = (more: object = {}) => admin.send("POST", "/api/profilepackages/", packageOf(more));
const patch = (id: number, field: string, value: unknown) =>
  admin.send("PATCH", `/api/profilepackages/${id}`, [{ op: "replace", path: `/${field}`, value }], {
    "content-type": "application/json-patch+json",
  });
const makeCustomer = (profile_package_id: number | null) =>
  createCustomer(admin, { billing_profile_id: postpaid, profile_package_id });

const platform = await platformUntilEnd();
const admin = await platform.as("master");
postpaid = await createProfile(admin);
// The first one never ends.
await makeCustomer(null);
beforeEach(async () => {
  postpaid = await createProfile(admin);
  prepaid = await createProfile(admin, { prepaid: true });
  withCash = await createProfile(admin, { interval_free_cash: 500 });
  withTime = await createProfile(admin, { interval_free_time: 60 });
  network = await makeNetwork(`Network ${++serial}`);
});

describe("the lists of a profile package", () => {
  it.each(["initial_profiles", "underrun_profiles", "topup_profiles"])("%s hold profiles of one kind", async (list) => {
    for (const [other, rule] of [
      [prepaid, "prepaidMixed"],
      [withCash, "freeCashDiffers"],
      [withTime, "freeTimeDiffers"],
    ] as const) {
      const lists = {
        [list]: [{ profile_id: postpaid }, { profile_id: postpaid, network_id: network }, { profile_id: other }],
      };
      expect(errorsOf(await post({ underrun_profile_threshold: 1, ...lists }))).toEqual([
        `/${list}/2/profile_id rules.business.${rule}`,
      ]);
    }
  });

  it("may differ from each other", async () => {
    const lists = { underrun_profiles: [{ profile_id: prepaid }], topup_profiles: [{ profile_id: withCash }] };
    expect((await post({ underrun_profile_threshold: 1, ...lists })).status).toBe(201);
  });

  it("begin with one that holds everywhere", async () => {
    const everywhere = { profile_id: postpaid };
    const here = { profile_id: postpaid, network_id: network };
    expect(errorsOf(await post({ initial_profiles: [here] }))).toEqual([
      "/initial_profiles rules.business.profileOpenNeeded",
    ]);
    expect(errorsOf(await post({ initial_profiles: [] }))).toEqual(["/initial_profiles rules.minItems"]);
    expect((await post({ initial_profiles: [here, everywhere], topup_profiles: [here] })).status).toBe(201);
  });

  it("find the package by a profile's or network's name, with wildcards", async () => {
    const named = await makeNetwork("Harbour offices");
    const id = createdId(await post({ topup_profiles: [{ profile_id: prepaid, network_id: named }] }));
    const found = async (query: string) =>
      itemsOf(await admin.send("GET", `/api/profilepackages/?${query}`), "profilepackages").map((one) => one.id);
    expect(await found("network_name=harbour*")).toEqual([id]);
    expect(await found("network_name=harbour")).toEqual([]);
    const { body } = await admin.send("GET", `/api/billingprofiles/${prepaid}`);
    expect(await found(`profile_name=${encodeURIComponent(String(body.name))}`)).toEqual([id]);
  });
});

it("the thresholds of a profile package are needed by what happens below them", async () => {
  expect(errorsOf(await post({ underrun_lock_level: 2 }))).toEqual(["/underrun_lock_threshold rules.required"]);
  expect(errorsOf(await post({ underrun_profiles: [{ profile_id: prepaid }] }))).toEqual([
    "/underrun_profile_threshold rules.business.underrunThresholdNeeded",
  ]);
  expect((await post({ underrun_profiles: [], underrun_lock_level: 0, underrun_lock_threshold: 0 })).status).toBe(201);
});

it("a package in use keeps its interval until its customers have ended", async () => {
  const id = createdId(await post());
  const customer = await makeCustomer(id);
  for (const [field, value] of [
    ["balance_interval_unit", "day"],
    ["balance_interval_value", 2],
    ["balance_interval_start_mode", "create"],
  ] as const) {
    expect(errorsOf(await patch(id, field, value))).toEqual([`/${field} rules.business.packageInUse`]);
  }
  expect((await patch(id, "initial_balance", 700)).status).toBe(204);
  expect((await admin.send("DELETE", `/api/profilepackages/${id}`)).body).toMatchObject({
    code: 423,
    key: "errors.in_use",
  });
  const ended = [{ op: "replace", path: "/status", value: "terminated" }];
  await admin.send("PATCH", `/api/customers/${customer}`, ended, { "content-type": "application/json-patch+json" });
  expect((await patch(id, "balance_interval_value", 2)).status).toBe(204);
  expect((await admin.send("DELETE", `/api/profilepackages/${id}`)).status).toBe(204);
  expect((await admin.send("GET", `/api/customers/${customer}`)).body.profile_package_id ?? null).toBeNull();
});

it("a schedule may have intervals for a network, beside one for everywhere", async () => {
  const contact_id = await createContact(admin);
  const schedule = (...billing_profiles: object[]) =>
    admin.send("POST", "/api/customers/", {
      type: "sipaccount",
      contact_id,
      status: "active",
      billing_profile_definition: "profiles",
      billing_profiles,
    });
  const here = { profile_id: prepaid, network_id: network };
  expect(errorsOf(await schedule(here))).toEqual(["/billing_profiles rules.business.intervalOpenNeeded"]);
  const id = createdId(await schedule({ profile_id: postpaid }, here));
  const { body } = await admin.send("GET", `/api/customers/${id}`);
  expect(body.all_billing_profiles).toMatchObject([{ profile_id: postpaid }, here]);
  expect((await admin.send("DELETE", `/api/billingnetworks/${network}`)).body).toMatchObject({ code: 423 });
  const { body: table } = await admin.send("GET", "/network/ajax?sEcho=1&iDisplayStart=0&iDisplayLength=100");
  expect(table.aaData).toContainEqual(expect.objectContaining({ id: network, contract_cnt: 1, package_cnt: 0 }));
});
