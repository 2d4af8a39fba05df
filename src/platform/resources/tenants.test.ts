import { describe, expect, it } from "vitest";
import { Api, embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { createCustomer, createSubscriber } from "../../testing/records.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const replace = (path: string, value: unknown) => [{ op: "replace", path: `/${path}`, value }];

async function record(resource: string, id: number): Promise<WireRecord> {
  return (await api.read(resource, id)).body as WireRecord;
}

async function ids(resource: string, query: Record<string, string | number>): Promise<number[]> {
  const answer = await api.list(resource, { rows: 1000, ...query });
  return embedded(answer, resource).map(({ id }) => Number(id));
}

async function makeTenant(name: string) {
  const contact = await api.create("systemcontacts", { email: "new@tenant.example" });
  const contract = await api.create("contracts", {
    type: "reseller",
    contact_id: contact,
    status: "active",
    billing_profile_id: 1,
  });
  const reseller = await api.create("resellers", { name, contract_id: contract, status: "active" });
  const domain = await api.create("domains", { reseller_id: reseller, domain: `${name.toLowerCase()}.example` });
  const profile = await api.create("billingprofiles", { reseller_id: reseller, handle: "basic", name: "Basic" });
  const customerContact = await api.create("customercontacts", { reseller_id: reseller, email: "c@tenant.example" });
  const customer = await createCustomer(api, { contact_id: customerContact, billing_profile_id: profile });
  return { contact, contract, reseller, domain, profile, customerContact, customer };
}

let serial = 0;
const makeSubscriber = (customer_id: number, domain_id: number) => createSubscriber(api, { customer_id, domain_id });

describe("a reseller's status", () => {
  it("propagates to contract, customers and subscribers, and blocks and allows calls", async () => {
    const { reseller, contract, customer, domain } = await makeTenant("Lockable");
    const subscriber = await makeSubscriber(customer, domain);
    expect((await api.patch("resellers", reseller, replace("status", "locked"))).status).toBe(204);
    expect(await record("contracts", contract)).toMatchObject({ status: "locked" });
    expect(await record("customers", customer)).toMatchObject({ status: "locked" });
    expect(await record("subscribers", subscriber)).toMatchObject({ status: "locked", lock: "4" });
    await api.patch("resellers", reseller, replace("status", "active"));
    expect(await record("subscribers", subscriber)).toMatchObject({ status: "active", lock: null });
  });

  it("blocks calls only: its administrators stay logged in", async () => {
    const { reseller, customer } = await makeTenant("Workable");
    const [login, password] = ["workable-master", "Quiet7Otter!x"];
    await api.create("admins", { reseller_id: reseller, login, role: "reseller", is_master: true, password });
    const master = await Api.login(platform.app, login, password);
    await api.patch("resellers", reseller, replace("status", "locked"));
    expect((await master.read("customers", customer)).body).toMatchObject({ status: "locked" });
    await Api.login(platform.app, login, password);
  });

  it("terminates everything below and deletes domains and logins", async () => {
    const { reseller, contract, customer, domain } = await makeTenant("Endable");
    const subscriber = await makeSubscriber(customer, domain);
    const admin = await api.create("admins", {
      reseller_id: reseller,
      login: "endable-master",
      role: "reseller",
      is_master: true,
      password: "Quiet7Otter!x",
    });
    expect((await api.patch("resellers", reseller, replace("status", "terminated"))).status).toBe(204);
    expect(await record("resellers", reseller)).toMatchObject({ status: "terminated" });
    const ended = await record("customers", customer);
    expect(ended.status).toBe("terminated");
    expect(ended.terminate_timestamp).toEqual(expect.any(String));
    for (const [resource, id] of [
      ["contracts", contract],
      ["subscribers", subscriber],
      ["domains", domain],
      ["admins", admin],
    ] as const) {
      expect((await api.read(resource, id)).status, resource).toBe(404);
    }
  });

  it("is changed through the contract as well", async () => {
    const { reseller, contract } = await makeTenant("Contracted");
    await api.patch("contracts", contract, replace("status", "locked"));
    expect(await record("resellers", reseller)).toMatchObject({ status: "locked" });
  });

  it("ends with its contract, including everything below", async () => {
    const { contract, reseller, customer, domain } = await makeTenant("Lapsed");
    const subscriber = await makeSubscriber(customer, domain);
    expect((await api.patch("contracts", contract, replace("status", "terminated"))).status).toBe(204);
    expect((await api.read("contracts", contract)).status).toBe(404);
    expect(await record("resellers", reseller)).toMatchObject({ status: "terminated" });
    expect(await record("customers", customer)).toMatchObject({ status: "terminated" });
    for (const [resource, id] of [
      ["subscribers", subscriber],
      ["domains", domain],
    ] as const) {
      expect((await api.read(resource, id)).status, resource).toBe(404);
    }
    const again = await api.patch("contracts", contract, replace("status", "active"));
    expect([again.status, again.body?.key]).toEqual([404, "errors.not_found"]);
  });

  it("never ends for one's own reseller, nor for the platform's", async () => {
    const answer = await api.patch("resellers", 1, replace("status", "terminated"));
    expect([answer.status, answer.body?.key]).toEqual([403, "errors.reseller_protected"]);
    expect((await api.patch("contracts", 1, replace("status", "locked"))).body?.key).toBe("errors.contract_protected");
    expect((await api.patch("customers", 1, replace("status", "locked"))).body?.key).toBe("errors.customer_protected");
    const guest = await makeTenant("Hosting");
    await api.create("admins", {
      reseller_id: guest.reseller,
      login: "hosted-admin",
      role: "admin",
      is_master: true,
      password: "Quiet7Otter!x",
    });
    const hosted = await Api.login(platform.app, "hosted-admin", "Quiet7Otter!x");
    const own = await hosted.patch("resellers", guest.reseller, replace("status", "terminated"));
    expect([own.status, own.body?.key]).toEqual([403, "errors.own_reseller"]);
  });
});

describe("resellers", () => {
  it("take the name of a terminated namesake, which is renamed", async () => {
    const first = await makeTenant("Phoenix");
    await api.patch("resellers", first.reseller, replace("status", "terminated"));
    const second = await makeTenant("Phoenix");
    expect(await record("resellers", first.reseller)).toMatchObject({ name: `old_${first.reseller}_Phoenix` });
    expect(await record("resellers", second.reseller)).toMatchObject({ name: "Phoenix" });
  });

  it("stand on a contract for resellers", async () => {
    const contact_id = await api.create("systemcontacts", { email: "no-reseller@tenant.example" });
    const contract_id = await api.create("contracts", {
      type: "sippeering",
      contact_id,
      status: "active",
      billing_profile_id: 1,
    });
    const answer = await api.request("POST", "/api/resellers/", { name: "Peer", contract_id, status: "active" });
    expect(errorsOf(answer)).toEqual(["/contract_id rules.reference"]);
  });
});

describe("contracts", () => {
  it("have no subscriber limit for peers, and are not prepaid", async () => {
    const [prepaid] = await ids("billingprofiles", { handle: "pay-ahead" });
    const contact = await api.create("systemcontacts", { email: "peer@tenant.example" });
    const body = { type: "sippeering", contact_id: contact, status: "active", billing_profile_id: 1 };
    const limited = await api.request("POST", "/api/contracts/", { ...body, max_subscribers: 5 });
    expect(errorsOf(limited)).toEqual(["/max_subscribers rules.business.peeringMaxSubscribers"]);
    const paidAhead = await api.request("POST", "/api/contracts/", { ...body, billing_profile_id: prepaid });
    expect(errorsOf(paidAhead)).toEqual(["/billing_profile_id rules.business.prepaidOnContract"]);
  });

  it("show the profile in force, future ones, and all", async () => {
    const contact = await api.create("systemcontacts", { email: "peer2@tenant.example" });
    const [other] = await ids("billingprofiles", { handle: "business-2000", reseller_id: 2 });
    const id = await api.create("contracts", {
      type: "sippeering",
      contact_id: contact,
      status: "active",
      billing_profile_definition: "profiles",
      billing_profiles: [{ profile_id: 1 }, { profile_id: other ?? 0, start: "2090-01-01 00:00:00" }],
    });
    const contract = await record("contracts", id);
    expect(contract).toMatchObject({ billing_profile_definition: "id", billing_profile_id: 1 });
    expect(contract.billing_profiles).toMatchObject([{ profile_id: other, start: "2090-01-01T00:00:00Z", stop: null }]);
    expect(contract.all_billing_profiles).toHaveLength(2);
  });
});

describe("customers", () => {
  it.each([
    [[{ start: null, stop: null }], "/billing_profiles/0/start rules.business.intervalOpenRefused"],
    [[{ start: "2001-01-01 00:00:00" }], "/billing_profiles/0/start rules.future"],
    [[{ stop: "2090-01-01 00:00:00" }], "/billing_profiles/0/start rules.business.intervalStopAlone"],
    [[{ start: "2090-01-01 00:00:00", stop: "2090-01-01 00:00:00" }], "/billing_profiles/0/stop rules.before"],
  ])("refuse the schedule %j on update", async (intervals, error) => {
    const { customer, profile } = await makeTenant(`Schedule${serial++}`);
    const schedule = intervals.map((interval) => ({ profile_id: profile, ...interval }));
    expect(errorsOf(await api.patch("customers", customer, replace("billing_profiles", schedule)))).toEqual([error]);
  });

  it("stay within one reseller", async () => {
    const { customer } = await makeTenant("Inside");
    const { profile, customerContact } = await makeTenant("Outside");
    expect(errorsOf(await api.patch("customers", customer, replace("billing_profile_id", profile)))).toEqual([
      "/billing_profile_id rules.business.otherReseller",
    ]);
    expect(errorsOf(await api.patch("customers", customer, replace("contact_id", customerContact)))).toEqual([
      "/contact_id rules.business.otherReseller",
    ]);
  });

  it("are frozen once terminated", async () => {
    const { customer } = await makeTenant("Frozen");
    await api.patch("customers", customer, replace("status", "terminated"));
    const answer = await api.patch("customers", customer, replace("external_id", "x"));
    expect([answer.status, answer.body?.key]).toEqual([422, "errors.record_frozen"]);
  });

  it("keep their time of change when nothing changes", async () => {
    const { customer } = await makeTenant("Still");
    const long = "2020-01-01 00:00:00";
    const table = platform.database.kysely.updateTable("customers").where("id", "=", customer);
    await table.set({ modify_timestamp: long }).execute();
    const { _links, ...same } = await record("customers", customer);
    expect((await api.request("PUT", `/api/customers/${customer}`, same)).status).toBe(204);
    expect((await record("customers", customer)).modify_timestamp).toBe(long);
    await api.patch("customers", customer, replace("external_id", "new"));
    expect((await record("customers", customer)).modify_timestamp).not.toBe(long);
  });
});

describe("contacts", () => {
  it("stay while a contract needs them, and are only hidden while a terminated one shows them", async () => {
    const { customer, customerContact, contact } = await makeTenant("Contacted");
    const inUse = await api.request("DELETE", `/api/customercontacts/${customerContact}`);
    expect([inUse.status, inUse.body?.params]).toEqual([
      423,
      { resource: "customercontacts", usedBy: "customers", count: 1 },
    ]);
    expect((await api.request("DELETE", `/api/systemcontacts/${contact}`)).status).toBe(423);
    await api.patch("customers", customer, replace("status", "terminated"));
    expect((await api.request("DELETE", `/api/customercontacts/${customerContact}`)).status).toBe(204);
    expect((await api.read("customercontacts", customerContact)).status).toBe(404);
    const row = await platform.database.kysely
      .selectFrom("contacts")
      .selectAll()
      .where("id", "=", customerContact)
      .executeTakeFirst();
    expect(row?.status).toBe("terminated");
  });

  it("are erased when nothing needs them, and keep their reseller while something does", async () => {
    const { customerContact, reseller } = await makeTenant("Moving");
    expect((await api.patch("customercontacts", customerContact, replace("reseller_id", 2))).status).toBe(423);
    const free = await api.create("customercontacts", { reseller_id: reseller, email: "free@tenant.example" });
    expect((await api.request("DELETE", `/api/customercontacts/${free}`)).status).toBe(204);
    const row = await platform.database.kysely
      .selectFrom("contacts")
      .selectAll()
      .where("id", "=", free)
      .executeTakeFirst();
    expect(row).toBeUndefined();
  });
});

describe("billing profiles", () => {
  it("keep their charges once a customer has them", async () => {
    const { profile } = await makeTenant("Charged");
    for (const field of ["interval_charge", "interval_free_time", "interval_free_cash"]) {
      expect(errorsOf(await api.patch("billingprofiles", profile, replace(field, 5)))).toEqual([
        `/${field} rules.business.frozenInUse`,
      ]);
    }
    expect((await api.patch("billingprofiles", profile, replace("name", "Renamed"))).status).toBe(204);
  });

  it("stay while a contract or customer that lives has them, at present or later", async () => {
    const { contract, reseller, profile, customer } = await makeTenant("Needed");
    const remove = (id: number) => api.request("DELETE", `/api/billingprofiles/${id}`);
    expect(await remove(profile)).toMatchObject({
      status: 423,
      body: { key: "errors.in_use", params: { resource: "billingprofiles", usedBy: "customers", count: 1 } },
    });
    const later = await api.create("billingprofiles", { reseller_id: reseller, handle: "later", name: "Later" });
    const schedule = [{ profile_id: later, start: "2099-01-01 00:00:00" }];
    expect((await api.patch("contracts", contract, replace("billing_profiles", schedule))).status).toBe(204);
    expect((await remove(later)).body).toMatchObject({ params: { usedBy: "contracts" } });
    expect((await api.read("customers", customer)).body).toMatchObject({ billing_profile_id: profile });
    await api.patch("customers", customer, replace("status", "terminated"));
    expect((await remove(profile)).status).toBe(204);
  });
});

describe("older tables", () => {
  const rows = async (path: string, search = "") =>
    (await api.request("GET", `${path}?sEcho=1&iDisplayStart=0&iDisplayLength=500&sSearch=${search}`)).body
      ?.aaData as unknown as Record<string, unknown>[];

  it("name the profile in force, not the one to come", async () => {
    const { customer, reseller } = await makeTenant("Tabled");
    const gold = await api.create("billingprofiles", { reseller_id: reseller, handle: "gold", name: "Gold" });
    const schedule = [{ profile_id: gold, start: "2090-01-01T00:00:00Z" }];
    await api.patch("customers", customer, replace("billing_profiles", schedule));
    const shown = async () => (await rows("/customer/ajax", String(customer))).find(({ id }) => id === customer);
    expect(await shown()).toMatchObject({ billing_profile_name: "Basic", product_name: "sipaccount" });
    await api.patch("customers", customer, replace("billing_profile_id", gold));
    expect(await shown()).toMatchObject({ billing_profile_name: "Gold" });
    await api.patch("customers", customer, replace("status", "terminated"));
    expect(await shown()).toBeUndefined();
  });

  it("offer contracts that no reseller has yet", async () => {
    const { contract } = await makeTenant("Owner");
    const contact = await api.create("systemcontacts", { email: "free@tenant.example" });
    const body = { contact_id: contact, status: "active", billing_profile_id: 1 };
    const free = await api.create("contracts", { ...body, type: "reseller" });
    const peering = await api.create("contracts", { ...body, type: "sippeering" });
    const offered = (await rows("/reseller/ajax_contract")).map(({ id }) => id);
    expect(offered).toContain(free);
    expect(offered).not.toContain(contract);
    expect(offered).not.toContain(peering);
  });

  it("count the uses of a profile, without prepaid ones", async () => {
    const { profile } = await makeTenant("Counted");
    const all = await rows("/billing/ajax");
    expect(all.find(({ id }) => id === profile)).toMatchObject({ contract_cnt: 1, package_cnt: 0 });
    const postpaid = await rows("/billing/ajax_no_prepaid");
    expect(all.some(({ prepaid }) => prepaid)).toBe(true);
    expect(postpaid.some(({ prepaid }) => prepaid)).toBe(false);
  });

  it("show contacts of both kinds, and subscribers with their number", async () => {
    const contacts = await rows("/contact/ajax");
    expect(new Set(contacts.map(({ reseller_name }) => reseller_name === null))).toEqual(new Set([true, false]));
    const [line] = await rows("/subscriber/ajax", "sales");
    expect(line).toMatchObject({ username: "sales", number: expect.stringMatching(/90$/) });
  });
});

describe("billing profiles", () => {
  const make = (client: Api, values: object) =>
    client.request("POST", "/api/billingprofiles/", { handle: `h${++serial}`, name: `p${serial}`, ...values });
  const weekdays = (...times: [weekday: number, start: string | null, stop: string | null][]) => ({
    reseller_id: 2,
    peaktime_weekdays: times.map(([weekday, start, stop]) => ({ weekday, start, stop })),
  });

  it.each([
    ["touch in a second", [0, "08:00:00", "10:00:00"], [0, "10:00:00", "12:00:00"]],
    ["hold each other", [3, "08:00", "18:00"], [3, "09:00", "10:00"]],
    ["last the whole day", [6, null, null], [6, "09:00", "10:00"]],
    ["begin with the day", [6, null, "09:00"], [6, "09:00", null]],
  ] as const)("refuse times of a weekday that %s", async (_, first, second) => {
    expect(errorsOf(await make(api, weekdays([...first], [...second])))).toEqual([
      "/peaktime_weekdays/1/start rules.business.overlaps",
    ]);
  });

  it("accept disjoint times, and dates as well", async () => {
    const apart = weekdays([0, "08:00:00", "10:00:00"], [0, "10:00:01", "12:00:00"], [1, "09:00:00", "11:00:00"]);
    expect((await make(api, apart)).status).toBe(201);
    const special = (second: string) => ({
      reseller_id: 2,
      peaktime_special: [
        { start: "2030-12-24T08:00:00Z", stop: "2030-12-24T12:00:00Z" },
        { start: second, stop: "2030-12-25T00:00:00Z" },
      ],
    });
    expect((await make(api, special("2030-12-24T12:00:01Z"))).status).toBe(201);
    expect(errorsOf(await make(api, special("2030-12-24T12:00:00Z")))).toEqual([
      "/peaktime_special/1/start rules.business.overlaps",
    ]);
  });
});

describe("names in two spellings", () => {
  const twice = (field: string) => [`/${field} rules.unique`];

  it("of a domain are one for all resellers, and stay as they were written", async () => {
    const again = await api.request("POST", "/api/domains/", { reseller_id: 3, domain: "SIP.ALBION-VOICE.EXAMPLE" });
    expect(errorsOf(again)).toEqual(twice("domain"));
    const id = await api.create("domains", { reseller_id: 2, domain: "UPPER.two-spellings.example" });
    expect(await record("domains", id)).toMatchObject({ domain: "UPPER.two-spellings.example" });
  });

  it("of an administrator are one login and one address, and log in", async () => {
    const admin = { reseller_id: 1, role: "admin", password: "Quiet7Otter!x" };
    await api.create("admins", { ...admin, login: "\u00c9mile", email: "Same@Example.org" });
    const make = async (values: WireRecord) =>
      errorsOf(await api.request("POST", "/api/admins/", { ...admin, login: "other-name", ...values }));
    expect(await make({ email: "Same@EXAMPLE.ORG" })).toEqual(twice("email"));
    for (const login of ["\u00e9mile", "E\u0301MILE", " \u00c9mile\u00a0"])
      expect(await make({ login })).toEqual(twice("login"));
    expect((await make({ login: "Emile" }))[0]).toBe(201);
    const logIn = (username: string) =>
      platform.app.inject({ method: "POST", url: "/login_jwt", payload: { username, password: admin.password } });
    expect((await logIn("e\u0301mile")).json()).toMatchObject({ jwt: expect.any(String) });
  });

  it("of a subscriber are one user name in a domain, and one for the web", async () => {
    const [known] = embedded(await api.list("subscribers", { rows: 1, status: "active" }), "subscribers");
    const { customer_id, domain_id, username, webusername } = known as WireRecord;
    const make = async (values: WireRecord) =>
      errorsOf(
        await api.request("POST", "/api/subscribers/", {
          ...{ customer_id, domain_id, username: "two-spellings", password: "Quiet7Otter!x" },
          ...values,
        }),
      );
    expect(await make({ username: String(username).toUpperCase() })).toContain("/username rules.unique");
    expect(await make({ webusername: `${String(webusername).toUpperCase()} ` })).toContain("/webusername rules.unique");
  });
});
