import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { idFromLocation } from "../../../../tests/support/api.ts";
import { itemsOf, platformUntilEnd, testPassword } from "../../../testing/platform.ts";

let count = 0;

const platform = await platformUntilEnd();
const master = await platform.as("master");
const domain_id = await master.create("domains", { reseller_id: 2, domain: "composite.example" });
const billing_profile_id = await master.create("billingprofiles", { reseller_id: 2, handle: "h", name: "profile" });
const contact_id = await master.create("systemcontacts", { email: "peer@example.org" });
const contract_id = await master.create("contracts", {
  type: "sippeering",
  contact_id,
  status: "active",
  billing_profile_id: 1,
});

const compose = (record: object, client = master, resource = "customers") =>
  client.send("POST", `/api/${resource}/composite`, record);
const contact = (more: object = {}) => ({ reseller_id: 2, email: "marsh@example.org", ...more });
const customer = (more: object = {}) => ({ type: "sipaccount", status: "active", billing_profile_id, ...more });
const subscriber = (more: object = {}) => ({
  domain_id,
  username: `user${++count}`,
  password: testPassword,
  primary_number: { cc: 43, ac: 1, sn: String(1000 + count) },
  ...more,
});

/** How many rows there are of all that a composite makes. */
async function countAll(): Promise<object> {
  const { rows } = await sql<object>`select (select count(*) from contacts) as contacts,
    (select count(*) from customers) as customers, (select count(*) from subscribers) as subscribers,
    (select count(*) from numbers) as numbers, (select count(*) from journals) as entries`.execute(
    platform.database.kysely,
  );
  return rows[0] ?? {};
}

describe("a record with those that belong to it", () => {
  it("is created in one request, each with its journal", async () => {
    const reply = await compose(customer({ contact_id: contact(), subscribers: [subscriber(), subscriber()] }));
    expect(reply, reply.text).toMatchObject({ status: 201, text: "" });
    const id = idFromLocation(reply);
    expect(reply.headers.location).toBe(`/api/customers/${id}`);
    const { body } = await master.send("GET", `/api/customers/${id}?expand=contact_id`);
    expect(body).toMatchObject({ contact_id_expand: { reseller_id: 2, email: "marsh@example.org" } });
    const list = await master.send("GET", `/api/subscribers/?customer_id=${id}`);
    expect(list.body.total_count).toBe(2);
    for (const { id: one } of itemsOf(list, "subscribers")) {
      const journal = await master.send("GET", `/api/subscribers/${one}/journal/`);
      expect(itemsOf(journal, "journal")).toMatchObject([{ operation: "create" }]);
    }
  });

  it("may refer to existing records, and have none after it", async () => {
    const contact_id = await master.create("customercontacts", contact());
    const reply = await compose(customer({ contact_id }));
    expect(reply.status, reply.text).toBe(201);
    expect((await master.send("GET", `/api/customers/${idFromLocation(reply)}`)).body.contact_id).toBe(contact_id);
  });

  it("can have records of several resources", async () => {
    const reply = await compose(
      {
        contract_id,
        name: "carrier",
        peeringservers: [{ name: "one", ip: "192.0.2.1", port: 5060, weight: 1 }],
        peeringrules: [{ description: "all" }, { description: "emergency", callee_pattern: "^sip:112" }],
      },
      master,
      "peeringgroups",
    );
    expect(reply.status, reply.text).toBe(201);
    const id = idFromLocation(reply);
    for (const [resource, total] of [
      ["peeringservers", 1],
      ["peeringrules", 2],
    ] as const)
      expect((await master.send("GET", `/api/${resource}/?group_id=${id}`)).body.total_count).toBe(total);
  });

  it("belongs to it, whatever its own reference says", async () => {
    const other = idFromLocation(await compose(customer({ contact_id: contact() })));
    const reply = await compose(customer({ contact_id: contact(), subscribers: [subscriber({ customer_id: other })] }));
    expect((await master.send("GET", `/api/subscribers/?customer_id=${other}`)).body.total_count).toBe(0);
    const own = await master.send("GET", `/api/subscribers/?customer_id=${idFromLocation(reply)}`);
    expect(own.body.total_count).toBe(1);
  });
});

describe("a refusal", () => {
  it("names the fields of all records after the one, and leaves nothing", async () => {
    const taken = subscriber();
    await compose(customer({ contact_id: contact(), subscribers: [taken] }));
    const before = await countAll();
    const reply = await compose(
      customer({
        contact_id: contact(),
        subscribers: [
          subscriber(),
          subscriber({ username: taken.username }),
          subscriber({ password: "x", primary_number: taken.primary_number }),
        ],
      }),
    );
    expect(reply.status).toBe(422);
    const errors = reply.body.errors as { pointer: string; rule: string; key: string }[];
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(["/subscribers/1/username", "/subscribers/2/password"]),
    );
    expect(errors.every(({ pointer }) => /^\/subscribers\/[12]\//.test(pointer))).toBe(true);
    expect(reply.text).not.toContain(testPassword);
    expect(await countAll()).toEqual(before);
  });

  it("finds two new records that cannot both exist", async () => {
    const before = await countAll();
    const one = subscriber();
    const reply = await compose(
      customer({ contact_id: contact(), subscribers: [one, subscriber({ username: one.username })] }),
    );
    expect(reply.body.errors).toMatchObject([{ pointer: "/subscribers/1/username", rule: "unique" }]);
    expect(await countAll()).toEqual(before);
  });

  it("names the fields of a record before it, of the record itself, and of one as a whole", async () => {
    const before = await countAll();
    const pointersOf = async (record: object) => {
      const { status, body } = await compose(record);
      expect(status).toBe(422);
      return (body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    };
    expect(await pointersOf(customer({ contact_id: contact({ email: "no" }) }))).toEqual(["/contact_id/email"]);
    expect(await pointersOf(customer({ contact_id: contact(), billing_profile_id: 9999 }))).toEqual([
      "/billing_profile_id",
    ]);
    expect(await pointersOf(customer({ contact_id: [contact()] }))).toEqual(["/contact_id"]);
    expect(await pointersOf(customer({ contact_id: contact(), subscribers: subscriber() }))).toEqual(["/subscribers"]);
    expect(await pointersOf(customer({ contact_id: contact(), subscribers: [7] }))).toEqual(["/subscribers/0"]);
    const most = Array.from({ length: 11 }, () => subscriber());
    expect(await pointersOf(customer({ contact_id: contact(), subscribers: most }))).toEqual(["/subscribers"]);
    const full = customer({ contact_id: contact(), max_subscribers: 1, subscribers: [subscriber(), subscriber()] });
    expect(await pointersOf(full)).toEqual(["/subscribers/1"]);
    expect(await countAll()).toEqual(before);
  });
});

describe("rights", () => {
  it("are needed for each of the resources, and fields are checked as ever", async () => {
    const [care, two, reader] = await Promise.all([
      platform.as("care"),
      platform.as("resellerTwo"),
      platform.as("reader"),
    ]);
    const before = await countAll();
    // Customer care may create customers, but no contacts.
    expect((await compose(customer({ contact_id: contact() }), care)).status).toBe(403);
    expect((await compose(customer({ contact_id: contact() }), reader)).status).toBe(403);
    expect((await compose({ contract_id, name: "no" }, two, "peeringgroups")).status).toBe(403);
    expect(await countAll()).toEqual(before);
    const own = await compose(customer({ contact_id: contact({ reseller_id: 3 }) }), two);
    expect(own.status, own.text).toBe(201);
    const { body } = await two.send("GET", `/api/customers/${idFromLocation(own)}?expand=contact_id`);
    expect(body).toMatchObject({ contact_id_expand: { reseller_id: 2 } });
  });

  it("has no such address where a resource is made alone", async () => {
    expect((await compose({}, master, "domains")).status).toBe(404);
  });
});
