import type { Insertable } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Tables } from "../../generated/database.gen.ts";
import { type Client, itemsOf, openTestPlatform, type TestPlatform } from "../../testing/platform.ts";

let platform: TestPlatform;
let [master, two, three]: Client[] = [];
/** Customers of the resellers, and their subscribers: Ann and Bob of customer 7, Eve of the other reseller's customer 8. */
const [ours, theirs] = [7, 8];
const ann = { id: 71, customer: ours, reseller: 2, number: "43155521", extension: "21" };
const bob = { id: 72, customer: ours, reseller: 2, number: "43155522", extension: "22" };
const eve = { id: 81, customer: theirs, reseller: 3, number: "49301111", extension: null };

type Party = typeof ann | typeof eve;
type Columns = Insertable<Tables["calls"]>;
type Suppression = Tables["calllistsuppressions"];

beforeAll(async () => {
  platform = await openTestPlatform();
  const { kysely } = platform.database;
  [master, two, three] = [
    await platform.as("master"),
    await platform.as("resellerTwo"),
    await platform.as("resellerThree"),
  ];
  const domains = await Promise.all(
    [2, 3].map((reseller_id) =>
      kysely
        .insertInto("domains")
        .values({ reseller_id, domain: `r${reseller_id}.example` })
        .returning("id")
        .executeTakeFirstOrThrow(),
    ),
  );
  for (const [id, reseller_id] of [
    [ours, 2],
    [theirs, 3],
  ] as const) {
    const contact = await kysely
      .insertInto("contacts")
      .values({ reseller_id, status: "active", email: "a@b.example" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const customer = { id, reseller_id, contact_id: contact.id, status: "active", type: "pbxaccount" } as const;
    await kysely
      .insertInto("customers")
      .values({ ...customer, add_vat: id === ours, vat_rate: 20 })
      .execute();
  }
  for (const { id, customer, reseller, number, extension } of [ann, bob, eve]) {
    await kysely
      .insertInto("subscribers")
      .values({
        ...{ id, customer_id: customer, reseller_id: reseller, username: number, uuid: `uuid-${id}`, status: "active" },
        ...{ domain_id: domains[reseller - 2]?.id ?? 0, pbx_extension: extension, password: "x" },
      })
      .execute();
  }
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.database.kysely.deleteFrom("calls").execute();
  await platform.database.kysely.deleteFrom("calllistsuppressions").execute();
});

const sideOf = (side: "source" | "destination", party: Party | undefined): Partial<Columns> =>
  party
    ? {
        [`${side}_reseller_id`]: party.reseller,
        [`${side}_customer_id`]: party.customer,
        [`${side}_subscriber_id`]: party.id,
        [`${side}_user_id`]: `uuid-${party.id}`,
        [`${side}_domain`]: `r${party.reseller}.example`,
      }
    : {};

let serial = 0;
/** A call from a subscriber, or from outside, to another; its id. */
async function call(from: Party | string, to: Party | string, columns: Partial<Columns> = {}): Promise<number> {
  const numberOf = (party: Party | string) => (typeof party === "string" ? party : party.number);
  const partyOf = (party: Party | string) => (typeof party === "string" ? undefined : party);
  const at = new Date(Date.UTC(2026, 2, 10, 9, 0, serial++)).toISOString();
  const states = { call_type: "call", call_status: "ok", rating_status: "ok" } as const;
  const common = { ...states, duration: 61.5, source_clir: false };
  const { id } = await platform.database.kysely
    .insertInto("calls")
    .values({
      ...{ ...common, call_id: `c${serial}`, init_time: at, start_time: at },
      ...{ source_cli: numberOf(from), destination_user_in: numberOf(to), destination_user: numberOf(to) },
      ...{ source_customer_cost: 12, destination_customer_cost: 3, source_customer_free_time: 30 },
      ...sideOf("source", partyOf(from)),
      ...sideOf("destination", partyOf(to)),
      ...columns,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const list = async (query: string, client = master as Client, resource = "calllists") =>
  itemsOf(await client.send("GET", `/api/${resource}/?rows=100&${query}`), resource);
const seen = async (query: string, client?: Client) =>
  (await list(query, client)).map(({ direction, own_cli, other_cli, customer_cost, intra_customer }) =>
    [direction, own_cli, other_cli, customer_cost, intra_customer].join(" "),
  );

describe("a call list", () => {
  it("needs an owner that the caller sees, of which the subscriber counts", async () => {
    const id = await call(ann, bob);
    for (const path of ["", id]) {
      const missing = await (master as Client).send("GET", `/api/calllists/${path}`);
      expect([missing.status, missing.body.key]).toEqual([422, "errors.owner_needed"]);
      for (const query of ["subscriber_id=999", "customer_id=8", "customer_id=x", "customer_id=999&subscriber_id=72"]) {
        const reply = await (two as Client).send("GET", `/api/calllists/${path}?${query}`);
        const isOwned = query.endsWith("72");
        expect([query, reply.status], query).toEqual([query, isOwned ? 200 : 404]);
        if (!isOwned) expect(reply.body.key).toBe("errors.owner_unknown");
      }
    }
    expect((await (two as Client).send("GET", `/api/calllists/?format=csv`)).status).toBe(422);
    const other = await (three as Client).send("GET", `/api/calllists/${id}?subscriber_id=81`);
    expect([other.status, other.body.key]).toEqual([404, "errors.not_found"]);
  });

  it("is the owner's view of calls: extensions within the customer, numbers elsewhere, its own costs", async () => {
    await call(ann, bob);
    expect(await seen("subscriber_id=71")).toEqual(["out 21 22 12 true"]);
    expect(await seen("subscriber_id=72")).toEqual(["in 22 21 3 true"]);
    expect(await seen("customer_id=7")).toEqual(["out 21 22 12 true"]);
    const [entry] = await list("subscriber_id=71");
    expect(entry).toMatchObject({ duration: "0:01:01.500", duration_seconds: 61.5, total_customer_cost: 14.4 });
    expect(entry).toMatchObject({ customer_free_time: 30 });
    expect(entry).not.toHaveProperty("reseller_cost");
    await call("49301234", bob, { source_clir: true });
    await call(ann, eve, { source_clir: true });
    expect(await seen("subscriber_id=72&direction=in")).toEqual(["in 22 21 3 true", "in 22  3 false"]);
    expect(await seen("subscriber_id=81")).toEqual(["in 49301111  3 false"]);
  });

  it("shows what came in for a service as going out to it, a call to oneself once, and no feature codes", async () => {
    await call("49301234", bob, { destination_user: "vmu43155522", destination_domain: "voicebox.local" });
    await call(bob, bob);
    await call(bob, "*72", { destination_domain: "vsc.local" });
    expect(await seen("subscriber_id=72")).toEqual(["out 22 voicemail 12 false", "out 22 22 12 true"]);
    // Filters compare what was recorded.
    expect(await seen("subscriber_id=72&direction=in")).toEqual(["out 22 voicemail 12 false"]);
    expect(await seen("customer_id=7&own_cli=43155522")).toHaveLength(2);
    expect(await seen("customer_id=7&own_cli=%2B43+1+55522")).toHaveLength(2);
    expect(await list("", master, "calls")).toHaveLength(3);
  });

  it("tells ended subscribers, names with their domain, and the legs of a call apart", async () => {
    await call(ann, "sip-user", { destination_domain: "peer.example", call_id: "x_b2b-1_pbx-1" });
    await call({ ...ann, id: 79 }, "4411", { source_subscriber_id: null, call_id: "y" });
    expect(await list("customer_id=7")).toMatchObject([
      { other_cli: "sip-user@peer.example", call_id: "x" },
      { own_cli: "43155521 (terminated)", other_cli: "4411", call_id: "y" },
    ]);
    expect(await list("customer_id=7&call_id=x")).toHaveLength(1);
  });

  it("says what is suppressed, by the first suppression of the direction and domain that matches", async () => {
    const suppress = (
      direction: Suppression["direction"],
      pattern: string,
      mode: Suppression["mode"],
      domain = "",
    ) => ({
      direction,
      pattern,
      mode,
      domain,
    });
    const rows = [
      suppress("outgoing", "^4900", "disabled"),
      suppress("outgoing", "^49", "filter", "r3.example"),
      suppress("outgoing", "^490", "filter", "r2.example"),
      suppress("outgoing", "^49", "obfuscate"),
      suppress("incoming", "^49", "obfuscate"),
    ];
    const labelled = rows.map((row, index) => ({ ...row, label: `L${index}` }));
    await platform.database.kysely.insertInto("calllistsuppressions").values(labelled).execute();
    await call(ann, "4900");
    await call(ann, "4911");
    await call("4912", ann);
    const others = (await list("subscriber_id=71")).map(({ other_cli }) => other_cli);
    expect(others).toEqual(["4900 (filtered: L2)", "4911 (obfuscated: L3)", "4912 (obfuscated: L4)"]);
    expect((await list("", master, "calls")).map((record) => record.destination_user_in)).toEqual([
      "4900",
      "4911",
      ann.number,
    ]);
  });

  it("is filtered, sorted and paged by the database, and exported as it is listed", async () => {
    for (const status of ["ok", "busy", "ok", "cancel"] as const) await call(ann, "4411", { call_status: status });
    await call(ann, "4412", { duration: 5, source_customer_cost: 99 });
    const count = async (query: string) =>
      (await (two as Client).send("GET", `/api/calllists/?customer_id=7&${query}`)).body.total_count;
    expect(await count("rows=2&page=2")).toBe(5);
    expect(await count("status=ok,busy")).toBe(4);
    expect(await count("status_ne=ok")).toBe(2);
    expect(await count("duration_le=10")).toBe(1);
    expect(await count("cost_ge=50&start_le=2026-03-11")).toBe(1);
    expect(await count("start_ge=2026-03-11")).toBe(0);
    const csv = await (two as Client).send(
      "GET",
      "/api/calllists/?customer_id=7&format=csv&columns=id,own_cli,customer_cost&order_by=start_time&order_by_direction=desc",
    );
    const [, first, ...further] = csv.text.trim().split("\r\n");
    expect(first).toMatch(/^\d+,21,0.99$/);
    expect(further).toHaveLength(4);
  });

  it("has the latest calls first, from whichever months they are", async () => {
    const at = (time: string | number) => ({ start_time: new Date(time).toISOString() });
    const ids = [
      ...[await call(ann, "4411", at("2019-01-01")), await call(ann, "4411", at("2019-01-02"))],
      ...[await call(ann, "4411", at(Date.now() - 2000)), await call(ann, "4411", at(Date.now() - 1000))],
    ].reverse();
    const page = async (resource: string, query: string) => {
      const ordered = `order_by=start_time&order_by_direction=desc&customer_id=7&${query}`;
      const reply = await (two as Client).send("GET", `/api/${resource}/?${ordered}`);
      return [reply.body.total_count, ...itemsOf(reply, resource).map(({ id }) => ids.indexOf(Number(id)))];
    };
    for (const resource of ["calls", "calllists"]) {
      // Of a page with one row, a second is read, to know whether there is a next one.
      expect(await page(resource, "rows=1&quick_count=1")).toEqual([4, 0]);
      expect(await page(resource, "rows=3")).toEqual([4, 0, 1, 2]);
      expect(await page(resource, "rows=2&page=2&quick_count=1")).toEqual([4, 2, 3]);
      expect(await page(resource, "rows=10")).toEqual([4, 0, 1, 2, 3]);
    }
  });
});

describe("sums", () => {
  const sums = async (resource: string, query: string, client = master as Client) =>
    (await client.send("GET", `/api/${resource}/?rows=1&no_count=1&sums=1&${query}`)).body.sums;

  it("are of all that the filters match, and of the owner's side", async () => {
    await call(ann, bob);
    await call(ann, "4411", { source_customer_cost: 0.25, duration: 10 });
    expect(await sums("calllists", "customer_id=7")).toEqual({ duration_seconds: 71.5, customer_cost: { "": 12.25 } });
    expect(await sums("calllists", "subscriber_id=72")).toEqual({ duration_seconds: 61.5, customer_cost: { "": 3 } });
    expect(await sums("calllists", "customer_id=7&duration_le=10")).toMatchObject({ customer_cost: { "": 0.25 } });
    expect(await sums("calls", "number=44*")).toMatchObject({ duration: 10, source_customer_cost: { "": 0.25 } });
    expect(await sums("calls", "number=nobody")).toMatchObject({ duration: 0 });
  });

  it.each([
    ["source_cli", "%2B43 1 55521", 2],
    ["source_cli", "%2B43 1 55522", 0],
    ["destination_user_in", "%2B43 1 55522", 1],
    ["destination_user_in", "*55 522", 1],
    ["number", "%2B43 1 55521", 2],
  ])("find numbers as they are shown, by who called or was called: %s=%s", async (name, text, found) => {
    await call(ann, bob);
    await call(ann, "4411");
    expect(await list(`${name}=${text.replaceAll(" ", "+")}`, master, "calls")).toHaveLength(found);
  });

  it("are kept apart by currency: that of the profile that rated a call, else the customer's", async () => {
    const { kysely } = platform.database;
    const feeIn = async (currency: string) => {
      const profile = { reseller_id: 2, handle: currency, name: currency, currency, status: "active" } as const;
      const made = await kysely.insertInto("billingprofiles").values(profile).returning("id").executeTakeFirstOrThrow();
      const zone = { billing_profile_id: made.id, reseller_id: 2, zone: "z", detail: "d" };
      const { id } = await kysely.insertInto("billingzones").values(zone).returning("id").executeTakeFirstOrThrow();
      const fee = { billing_profile_id: made.id, billing_zone_id: id, reseller_id: 2, destination: "." };
      const stored = await kysely.insertInto("billingfees").values(fee).returning("id").executeTakeFirstOrThrow();
      return { profile: made.id, fee: stored.id };
    };
    const [kwd, jpy] = [await feeIn("KWD"), await feeIn("JPY")];
    const interval = { profile_id: jpy.profile, start: null, stop: null, effective_start_time: "2020-01-01T00:00:00Z" };
    const billed = kysely.updateTable("customers").where("id", "=", ours);
    await billed.set({ all_billing_profiles: JSON.stringify([interval]) }).execute();
    await call(ann, bob, { source_customer_cost: 123.4, source_customer_billing_fee_id: kwd.fee });
    await call(ann, bob, { source_customer_cost: 0.2, source_customer_billing_fee_id: kwd.fee });
    await call(ann, "4411", { source_customer_cost: 500 });
    await call("4411", ann, { source_customer_cost: 0 });
    expect(await sums("calls", "")).toMatchObject({ source_customer_cost: { JPY: 500, KWD: 123.6 } });
    expect(await sums("calllists", "customer_id=7")).toMatchObject({ customer_cost: { JPY: 503, KWD: 123.6 } });
    const currencies = (await list("order_by=id", two, "calls")).map((record) => record.source_customer_currency);
    expect(currencies).toEqual(["KWD", "KWD", "JPY", null]);
    expect((await list("order_by=id", three, "calls")).map((record) => record.source_customer_currency)).toEqual([]);
    expect((await list("customer_id=7&direction=out")).map(({ currency }) => currency).toSorted()).toEqual([
      ...["JPY", "KWD", "KWD"],
    ]);
    await billed.set({ all_billing_profiles: null }).execute();
  });

  it("leave out what the caller may not read", async () => {
    await call(ann, eve, { source_carrier_cost: 5, source_reseller_cost: 7 });
    expect(await sums("calls", "")).toMatchObject({ source_customer_cost: { "": 12 }, source_carrier_cost: { "": 5 } });
    expect(await sums("calls", "", two)).toEqual({
      duration: 61.5,
      source_customer_cost: { "": 12 },
      source_reseller_cost: { "": 7 },
    });
    expect(await sums("calls", "", three)).toEqual({
      duration: 61.5,
      source_customer_cost: { "": 0 },
      source_reseller_cost: { "": 0 },
    });
  });
});

it("a call shows each reseller its own side only, also in filters, orders and exports", async () => {
  const id = await call(ann, eve, { source_ip: "192.0.2.1" });
  const [own] = await list("", two, "calls");
  expect(own).toMatchObject({ source_customer_id: 7, source_customer_cost: 12, source_ip: "192.0.2.1" });
  expect(own).toMatchObject({ destination_customer_id: null, destination_customer_cost: null });
  expect(own).not.toHaveProperty("source_carrier_cost");
  const other = (await (three as Client).send("GET", `/api/calls/${id}`)).body;
  expect(other).toMatchObject({
    source_cli: ann.number,
    source_customer_id: null,
    source_ip: null,
    source_user_id: null,
  });
  expect(other).toMatchObject({ destination_subscriber_id: 81, destination_customer_cost: 3 });
  for (const query of ["customer_id=7", "subscriber_id=71", "cost_ge=1"]) {
    expect([query, (await list(query, three, "calls")).length]).toEqual([query, 0]);
    expect([query, (await list(query, two, "calls")).length]).toEqual([query, 1]);
  }
  await call(ann, eve, { source_customer_cost: 1 });
  const order = async (client: Client | undefined) =>
    (await list("order_by=source_customer_cost", client, "calls")).map((record) => record.id);
  expect((await order(two)).toSorted()).not.toEqual(await order(two));
  expect((await order(three)).toSorted()).toEqual(await order(three));
  const csv = await (three as Client).send(
    "GET",
    "/api/calls/?format=csv&columns=source_customer_cost,destination_customer_cost",
  );
  expect(csv.text.trim().split("\r\n").slice(1)).toEqual([",0.03", ",0.03"]);
});
