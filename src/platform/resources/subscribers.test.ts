import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { passwordViolations } from "../../core/validation/passwordPolicy.ts";
import { createCustomer } from "../../testing/records.ts";

const RESELLER = 2;
const secret = "Quiet7Otter!x";
const replace = (path: string, value: unknown) => [{ op: "replace", path: `/${path}`, value }];

let serial = 960_000;
const nextNumber = () => ({ cc: "44", ac: "1632", sn: String(serial++) });

const makeCustomer = (values: WireRecord = {}) => createCustomer(api, values);

function subscriber(customer: number, values: WireRecord = {}): WireRecord {
  return {
    customer_id: customer,
    domain_id: domain,
    username: `user${serial++}`,
    password: secret,
    primary_number: nextNumber(),
    ...values,
  };
}

const make = (customer: number, values: WireRecord = {}) => api.create("subscribers", subscriber(customer, values));
const post = (record: WireRecord) => api.request("POST", "/api/subscribers/", record);
const read = async (id: number) => (await api.read("subscribers", id)).body as WireRecord;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [found] = embedded(await api.list("domains", { domain: "sip.albion-voice.example" }), "domains");
/** Belongs to the reseller Albion Voice. */
const domain = Number(found?.id);

async function numbersOf(id: number): Promise<string[]> {
  const rows = await platform.database.kysely
    .selectFrom("numbers")
    .select("number")
    .where("subscriber_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ number }) => String(number));
}

async function makePbx(values: WireRecord = {}) {
  const customer = await makeCustomer({ type: "pbxaccount", ...values });
  const base = nextNumber();
  const pilot = await make(customer, { is_pbx_pilot: true, primary_number: base });
  const seat = (extension: string, more: WireRecord = {}) =>
    subscriber(customer, { primary_number: undefined, pbx_extension: extension, ...more });
  return { customer, base: `${base.cc}${base.ac}${base.sn}`, pilot, seat };
}

describe("numbers", () => {
  it("are what the preferences for callers follow", async () => {
    const [first, second] = [nextNumber(), nextNumber()];
    const digits = ({ cc, ac, sn }: { cc: string; ac: string; sn: string }) => `${cc}${ac}${sn}`;
    const id = await make(await makeCustomer(), { primary_number: first });
    const preferences = async () => (await api.request("GET", `/api/subscriberpreferences/${id}`)).body;
    expect(await preferences()).toMatchObject({
      ...{ cc: first.cc, ac: first.ac, allowed_clis: [digits(first)] },
      ...{ call_log_level: "notice", emergency_location_format: "cirpack" },
    });
    const own = [{ op: "replace", path: "/allowed_clis", value: [digits(first), "4320*"] }];
    await api.request("PATCH", `/api/subscriberpreferences/${id}`, own);
    await api.patch("subscribers", id, replace("primary_number", second));
    expect(await preferences()).toMatchObject({ allowed_clis: ["4320*", digits(second)] });
  });

  it("are stored in one table, and freed when deleted", async () => {
    const customer = await makeCustomer();
    const [primary, alias] = [nextNumber(), nextNumber()];
    const id = await make(customer, { primary_number: primary, alias_numbers: [{ ...alias, is_devid: true }] });
    expect(await read(id)).toMatchObject({
      primary_number: { ...primary, cc: 44 },
      alias_numbers: [{ ...alias, cc: 44, is_devid: true }],
    });
    expect(await numbersOf(id)).toHaveLength(2);
    expect((await api.patch("subscribers", id, replace("alias_numbers", []))).status).toBe(204);
    expect((await read(id)).alias_numbers).toEqual([]);
    await make(customer, { primary_number: alias });
  });

  it("are unique platform-wide, whoever asks", async () => {
    const customer = await makeCustomer();
    const taken = nextNumber();
    await make(customer, { primary_number: taken });
    const answer = await post(subscriber(customer, { primary_number: taken }));
    expect(errorsOf(answer)).toEqual(["/primary_number rules.business.numberTaken"]);
    expect(answer.body?.message).toContain(`441632${taken.sn}`);
    const holder = { holder_resource: "subscribers", holder: expect.stringContaining("@") };
    expect(answer.body?.errors).toMatchObject([{ params: holder }]);
    // Nobody learns who the customers of others are.
    const stranger = await platform.as("spreeklang");
    const [theirs] = embedded(await stranger.list("subscribers", { rows: 1 }), "subscribers");
    const unknown = await stranger.patch("subscribers", Number(theirs?.id), replace("alias_numbers", [taken]));
    expect(unknown.body).toMatchObject({ errors: [{ params: { number: `441632${taken.sn}` } }] });
    expect(JSON.stringify(unknown.body)).not.toContain("holder");
    const own = nextNumber();
    const twice = await post(subscriber(customer, { primary_number: own, alias_numbers: [own] }));
    expect(errorsOf(twice)).toEqual(["/alias_numbers/0 rules.business.numberTaken"]);
    const { seat, base } = await makePbx();
    const sn = `${base.slice("441632".length)}1`;
    await make(await makeCustomer(), { primary_number: { cc: "44", ac: "1632", sn } });
    expect(errorsOf(await post(seat("1")))).toEqual(["/pbx_extension rules.business.numberTaken"]);
  });

  it("are counted when too many clash", async () => {
    const customer = await makeCustomer();
    const aliases = Array.from({ length: 11 }, nextNumber);
    await make(customer, { alias_numbers: aliases });
    expect(errorsOf(await post(subscriber(customer, { alias_numbers: aliases })))).toEqual([
      "/alias_numbers rules.business.numbersTaken",
    ]);
  });

  it("are required for lines and pilots, and have at most fifteen digits", async () => {
    const customer = await makeCustomer();
    expect(errorsOf(await post(subscriber(customer, { primary_number: undefined })))).toEqual([
      "/primary_number rules.required",
    ]);
    const long = { cc: "44", ac: "1632", sn: "9600000000" };
    const { base, seat } = await makePbx();
    const extension = "1".repeat(16 - base.length);
    expect(errorsOf(await post(subscriber(customer, { primary_number: long })))).toEqual([
      "/primary_number rules.business.numberTooLong",
    ]);
    expect(errorsOf(await post(subscriber(customer, { alias_numbers: [long] })))).toEqual([
      "/alias_numbers/0 rules.business.numberTooLong",
    ]);
    expect(errorsOf(await post(seat(extension)))).toEqual(["/pbx_extension rules.business.numberTooLong"]);
  });

  it("find their subscriber", async () => {
    const customer = await makeCustomer();
    const [primary, alias] = [nextNumber(), nextNumber()];
    const id = await make(customer, { primary_number: primary, alias_numbers: [alias] });
    const ids = async (query: Record<string, string>) =>
      embedded(await api.list("subscribers", query), "subscribers").map((found) => found.id);
    expect(await ids({ primary_number: `+441632${primary.sn}` })).toEqual([id]);
    expect(await ids({ alias: `441632${alias.sn}` })).toEqual([id]);
    expect(await ids({ alias: `+44 (1632) ${alias.sn.slice(0, 3)}-${alias.sn.slice(3)}` })).toEqual([id]);
    expect(await ids({ alias: `441632${primary.sn}` })).toEqual([]);
  });
});

describe("domain", () => {
  it("may be named instead of given by id", async () => {
    const customer = await makeCustomer();
    const id = await make(customer, { domain_id: undefined, domain: "sip.albion-voice.example" });
    expect(await read(id)).toMatchObject({ domain_id: domain, domain: "sip.albion-voice.example" });
    const spelled = await make(customer, { domain_id: undefined, domain: "\u00a0SIP.Albion-Voice.example " });
    expect(await read(spelled)).toMatchObject({ domain_id: domain });
    const unknown = await post(subscriber(customer, { domain_id: undefined, domain: "nowhere.example" }));
    expect(errorsOf(unknown)).toEqual(["/domain_id rules.reference"]);
    const hostile = await post(subscriber(customer, { domain_id: undefined, domain: "a\0b" }));
    expect(errorsOf(hostile)).toEqual(["/domain rules.format.text"]);
  });

  it("is deleted with its subscribers, pilots before seats, and their numbers", async () => {
    const own = await api.create("domains", { reseller_id: RESELLER, domain: "gone.example" });
    const { customer, seat } = await makePbx();
    const pilot = embedded(await api.list("subscribers", { customer_id: customer }), "subscribers")[0];
    await api.patch("subscribers", Number(pilot?.id), replace("domain_id", own));
    const id = await api.create("subscribers", { ...seat("11"), domain_id: own });
    expect((await api.request("DELETE", `/api/domains/${own}`)).status).toBe(204);
    expect((await api.read("subscribers", id)).status).toBe(404);
    expect(await numbersOf(id)).toEqual([]);
  });
});

describe("a cloud PBX", () => {
  it("starts with its single permanent pilot", async () => {
    const customer = await makeCustomer({ type: "pbxaccount" });
    const early = { primary_number: undefined, pbx_extension: "11" };
    expect(errorsOf(await post(subscriber(customer, early)))).toEqual(["/is_pbx_pilot rules.business.pilotNeeded"]);
    expect(errorsOf(await post(subscriber(customer, { ...early, is_pbx_group: true })))).toEqual([
      "/is_pbx_pilot rules.business.groupPilotNeeded",
    ]);
    const pilot = await make(customer, { is_pbx_pilot: true });
    expect(errorsOf(await post(subscriber(customer, { is_pbx_pilot: true })))).toEqual([
      "/is_pbx_pilot rules.business.pilotTaken",
    ]);
    const demoted = [...replace("is_pbx_pilot", false), { op: "add", path: "/pbx_extension", value: "12" }];
    expect(errorsOf(await api.patch("subscribers", pilot, demoted))).toEqual(["/is_pbx_pilot rules.business.fixed"]);
  });

  it("builds its seats' numbers on the pilot's, and rebuilds them with it", async () => {
    const { base, pilot, seat } = await makePbx();
    const id = await api.create("subscribers", seat("11"));
    expect(await numbersOf(id)).toEqual([`${base}11`]);
    await api.patch("subscribers", id, replace("pbx_extension", "12"));
    expect(await numbersOf(id)).toEqual([`${base}12`]);
    const moved = nextNumber();
    await api.patch("subscribers", pilot, replace("primary_number", moved));
    expect(await read(id)).toMatchObject({ primary_number: { ...moved, cc: 44, sn: `${moved.sn}12` } });
  });

  it("lets a seat take the number that another one leaves", async () => {
    const { base, pilot, seat } = await makePbx();
    const [one, other] = [await api.create("subscribers", seat("2")), await api.create("subscribers", seat("12"))];
    const longer = { cc: "44", ac: "1632", sn: `${base.slice("441632".length)}1` };
    expect((await api.patch("subscribers", pilot, replace("primary_number", longer))).status).toBe(204);
    expect([await numbersOf(one), await numbersOf(other)]).toEqual([[`${base}12`], [`${base}112`]]);
  });

  it("keeps extensions unique", async () => {
    const { seat } = await makePbx();
    await api.create("subscribers", seat("11"));
    expect(errorsOf(await post(seat("11")))).toEqual(["/pbx_extension rules.unique"]);
  });

  it("assigns extensions within the customer's range, and shows it", async () => {
    const { customer, pilot, seat } = await makePbx();
    const early = await api.create("subscribers", seat("5"));
    for (const [name, value] of [
      ["ext_range_min", 20],
      ["ext_range_max", 39],
    ] as const) {
      await api.patch("customerpreferences", customer, [{ op: "add", path: `/${name}`, value }]);
    }
    for (const extension of ["19", "40"]) {
      const refused = ["/pbx_extension rules.business.extensionOutOfRange"];
      expect(errorsOf(await post(seat(extension))), extension).toEqual(refused);
    }
    await api.create("subscribers", seat("20"));
    await api.create("subscribers", seat("39"));
    // An extension older than the range stays while unchanged.
    expect((await api.patch("subscribers", early, replace("display_name", "Old"))).status).toBe(204);
    expect(await read(pilot)).toMatchObject({ ext_range_min: 20, ext_range_max: 39 });
  });

  it("has groups without a login: user name, password and domain are generated", async () => {
    const { customer, seat } = await makePbx();
    const [first, second] = [await api.create("subscribers", seat("11")), await api.create("subscribers", seat("12"))];
    const group = { customer_id: customer, is_pbx_group: true, display_name: "Büro – Zürich" };
    const made = await api.create("subscribers", {
      ...group,
      pbx_extension: "90",
      pbx_groupmember_ids: [first, second],
      pbx_hunt_policy: "parallel",
    });
    expect(await read(made)).toMatchObject({
      username: expect.stringMatching(/^buro-zurich(-\d+)?$/),
      domain_id: domain,
      display_name: "Büro – Zürich",
      pbx_groupmember_ids: [first, second],
      pbx_hunt_policy: "parallel",
    });
    const { rows } = await sql<{ password: string }>`select password from subscribers where id = ${made}`.execute(
      platform.database.kysely,
    );
    expect(passwordViolations(rows[0]?.password ?? "", {})).toEqual([]);
    const again = await read(await api.create("subscribers", { ...group, pbx_extension: "91" }));
    expect(again.username).toMatch(/^buro-zurich-\d+$/);
    const foreign = await read(
      await api.create("subscribers", { ...group, display_name: "Приёмная", pbx_extension: "92" }),
    );
    expect(foreign.username).toMatch(/^group(-\d+)?$/);

    const own = { ...group, username: "own-name", password: secret, pbx_extension: "93" };
    expect(await read(await api.create("subscribers", own))).toMatchObject({ username: "own-name", domain_id: domain });
    expect(errorsOf(await post({ ...group, display_name: undefined, pbx_extension: "94" }))).toEqual([
      "/display_name rules.required",
    ]);
    const empty = await makeCustomer({ type: "pbxaccount" });
    expect(errorsOf(await post({ ...group, customer_id: empty, pbx_extension: "90" }))).toEqual([
      "/is_pbx_pilot rules.business.groupPilotNeeded",
    ]);
    // Others' customers stay hidden, and a SIP account has no groups.
    const others = await platform.as("spreeklang");
    const refused = await others.request("POST", "/api/subscribers/", { ...group, pbx_extension: "95" });
    expect(errorsOf(refused)).toContain("/customer_id rules.reference");
    const plain = await makeCustomer();
    expect(errorsOf(await post({ ...group, customer_id: plain }))).toContain("/username rules.required");
  });

  it("has groups of its own members, visible from both sides", async () => {
    const { seat } = await makePbx();
    const group = await api.create("subscribers", seat("90", { is_pbx_group: true }));
    const first = await api.create("subscribers", seat("11", { pbx_group_ids: [group] }));
    const second = await api.create("subscribers", seat("12"));
    expect(await read(group)).toMatchObject({ pbx_groupmember_ids: [first] });
    await api.patch("subscribers", group, replace("pbx_groupmember_ids", [second]));
    expect((await read(first)).pbx_group_ids).toEqual([]);
    expect((await read(second)).pbx_group_ids).toEqual([group]);
    const stranger = await makePbx();
    const foreign = await api.create("subscribers", stranger.seat("90", { is_pbx_group: true }));
    expect(errorsOf(await api.patch("subscribers", first, replace("pbx_group_ids", [foreign])))).toEqual([
      "/pbx_group_ids/0 rules.business.otherCustomer",
    ]);
    expect(errorsOf(await api.patch("subscribers", group, replace("pbx_groupmember_ids", [stranger.pilot])))).toEqual([
      "/pbx_groupmember_ids/0 rules.business.otherCustomer",
    ]);
    expect(errorsOf(await api.patch("subscribers", first, replace("pbx_group_ids", [second])))).toEqual([
      "/pbx_group_ids/0 rules.reference",
    ]);
    const other = await api.create("subscribers", seat("91", { is_pbx_group: true }));
    expect(errorsOf(await api.patch("subscribers", group, replace("pbx_groupmember_ids", [other])))).toEqual([
      "/pbx_groupmember_ids/0 rules.reference",
    ]);
    await api.request("DELETE", `/api/subscribers/${group}`);
    expect((await read(second)).pbx_group_ids).toEqual([]);
  });

  it("keeps its pilot while there are others, and ends as a whole with its customer", async () => {
    const { customer, pilot, seat } = await makePbx();
    const id = await api.create("subscribers", seat("11"));
    const refused = await api.request("DELETE", `/api/subscribers/${pilot}`);
    expect([refused.status, refused.body?.key]).toEqual([403, "errors.pilot_needed"]);
    expect((await api.patch("subscribers", pilot, replace("status", "terminated"))).status).toBe(403);
    expect((await api.patch("customers", customer, replace("status", "terminated"))).status).toBe(204);
    expect((await api.read("subscribers", pilot)).status).toBe(404);
    expect(await numbersOf(id)).toEqual([]);
  });
});

describe("limits", () => {
  it("stop at the customer's maximum, without counting terminated ones", async () => {
    const customer = await makeCustomer({ max_subscribers: 1 });
    const id = await make(customer);
    const full = await post(subscriber(customer));
    expect([full.status, full.body?.key, full.body?.params]).toEqual([403, "errors.customer_full", { limit: 1 }]);
    await api.request("DELETE", `/api/subscribers/${id}`);
    await make(customer);
  });

  it("stop at the maximum of the reseller's contract", async () => {
    const reseller = (await api.read("resellers", RESELLER)).body as WireRecord;
    await api.patch("contracts", Number(reseller.contract_id), replace("max_subscribers", 3));
    const full = await post(subscriber(await makeCustomer()));
    expect([full.status, full.body?.key]).toEqual([403, "errors.reseller_full"]);
    await api.patch("contracts", Number(reseller.contract_id), replace("max_subscribers", 2000));
  });
});

describe("status and lock", () => {
  it("go together", async () => {
    const id = await make(await makeCustomer());
    await api.patch("subscribers", id, replace("status", "locked"));
    expect(await read(id)).toMatchObject({ status: "locked", lock: "4" });
    await api.patch("subscribers", id, [...replace("status", "active"), ...replace("lock", 2)]);
    expect(await read(id)).toMatchObject({ status: "active", lock: "2" });
    await api.patch("subscribers", id, replace("status", "locked"));
    await api.patch("subscribers", id, replace("status", "active"));
    expect(await read(id)).toMatchObject({ status: "active", lock: null });
  });

  it("end with the numbers freed and the user name free again", async () => {
    const customer = await makeCustomer();
    const record = subscriber(customer);
    const id = await api.create("subscribers", record);
    expect((await api.request("DELETE", `/api/subscribers/${id}`)).status).toBe(204);
    expect((await api.read("subscribers", id)).status).toBe(404);
    expect(await api.create("subscribers", record)).toBeGreaterThan(id);
  });
});

it("passwords of the web are stored as a hash, and shown nowhere", async () => {
  const [first, second] = ["Loud3Badger!y", "Calm9Heron!z"];
  const id = await make(await makeCustomer(), { webusername: `web${serial++}`, webpassword: first });
  const hash = async () => {
    const { kysely } = platform.database;
    const row = kysely.selectFrom("subscribers").select("webpassword").where("id", "=", id);
    return String((await row.executeTakeFirstOrThrow()).webpassword);
  };
  const hashes = [await hash()];
  expect((await api.patch("subscribers", id, replace("webpassword", second))).status).toBe(204);
  hashes.push(await hash());
  for (const stored of hashes) expect(stored).toMatch(/^\$argon2id\$/);
  expect(new Set(hashes).size).toBe(2);

  const url = `/api/subscribers/${id}`;
  const shown = [url, `/api/subscribers/?id=${id}`, `/api/subscribers/?id=${id}&format=csv`, `${url}/journal/`];
  for (const place of shown) {
    const { status, text } = await api.request("GET", place);
    expect(status, place).toBe(200);
    for (const value of [first, second, ...hashes, "argon2"]) expect(text, place).not.toContain(value);
  }
  const revealed = await api.request("POST", `${url}/reveal`, { field: "webpassword" });
  expect(errorsOf(revealed)).toEqual(["/field rules.enum"]);
});
