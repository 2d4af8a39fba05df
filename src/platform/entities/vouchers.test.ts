import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Api, errorsOf, idFromLocation } from "../../../tests/support/api.ts";
import { buildPlatform } from "../app.ts";
import { defaultSettings } from "../settings.ts";
import {
  type Client,
  itemsOf,
  openTestPlatform,
  type Reply,
  type TestPlatform,
  testPassword,
} from "../testPlatform.ts";

const YEAR_END = "2031-12-31T23:59:59Z";
const base64 = (text: string) => Buffer.from(text).toString("base64");

let platform: TestPlatform;
let master: Client;
let reseller: Client;
/** A superuser without the right to billing data. */
let blind: Client;

beforeAll(async () => {
  platform = await openTestPlatform();
  await platform.database.kysely
    .updateTable("admins")
    .set({ billing_data: false })
    .where("login", "=", "system")
    .execute();
  [master, reseller, blind] = await Promise.all([
    platform.as("master"),
    platform.as("resellerTwo"),
    platform.as("system"),
  ]);
});
afterAll(() => platform.close());

let count = 0;
function voucher(values: object = {}) {
  count += 1;
  return { reseller_id: 2, code: `SPRING-${count}`, amount: 1000, valid_until: YEAR_END, ...values };
}

async function make(values: object = {}, client = master): Promise<number> {
  const reply = await client.send("POST", "/api/vouchers/", voucher(values));
  expect(reply.status, reply.text).toBe(201);
  return idFromLocation(reply);
}

const codesOf = (reply: Reply) => itemsOf(reply, "vouchers").map(({ code }) => code);

it("requires its amount", async () => {
  const { amount: _, ...without } = voucher() as Record<string, unknown>;
  expect(errorsOf(await master.send("POST", "/api/vouchers/", without))).toEqual([422, "/amount rules.required"]);
});

describe("the code of a voucher", () => {
  it("is visible only with the right to billing data", async () => {
    const id = await make({ code: "HIDDEN-1" });
    expect((await master.send("GET", `/api/vouchers/${id}`)).body).toMatchObject({ code: "HIDDEN-1", amount: 1000 });
    const seen = await blind.send("GET", `/api/vouchers/${id}`);
    expect(seen.body).toMatchObject({ amount: 1000, reseller_id: 2 });
    expect(seen.text).not.toContain("HIDDEN-1");
    expect((await blind.send("GET", "/api/vouchers/?rows=1000")).text).not.toContain("SPRING-");
  });

  it("is in a voucher's journal for them only", async () => {
    const id = await make({ code: "NOTED-1" });
    const journalOf = async (client: Client) => (await client.send("GET", `/api/vouchers/${id}/journal/`)).text;
    expect(await journalOf(master)).toContain("NOTED-1");
    expect(await journalOf(blind)).toContain("valid_until");
    expect(await journalOf(blind)).not.toContain("NOTED-1");
  });

  it("cannot be guessed by filters either", async () => {
    await make({ code: "GUESS-ME" });
    const total = async (client: Client, query: string) =>
      (await client.send("GET", `/api/vouchers/?rows=1000&${query}`)).body.total_count;
    for (const query of ["code=GUESS*", `base64_code=${base64("GUESS-ME")}`]) {
      expect(await total(master, query), query).toBe(1);
      expect(await total(blind, query), query).toBe(await total(blind, ""));
    }
    expect(await total(master, `base64_code=${base64("\0")}`)).toBe(0);
    const sorted = await blind.send("GET", "/api/vouchers/?rows=1000&order_by=code&order_by_direction=desc");
    const ids = itemsOf(sorted, "vouchers").map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("is unique with its reseller", async () => {
    await make({ code: "TWICE" });
    expect(errorsOf(await master.send("POST", "/api/vouchers/", voucher({ code: "TWICE" })))).toEqual([
      422,
      "/code rules.unique",
    ]);
    await make({ code: "TWICE", reseller_id: 3 });
  });
});

describe("vouchers", () => {
  it("are created, changed and deleted only with the right to billing data", async () => {
    const id = await make();
    const amount = [{ op: "replace", path: "/amount", value: 5 }];
    const attempts = async (client: Client) => [
      (await client.send("POST", "/api/vouchers/", voucher())).status,
      (await client.send("PUT", `/api/vouchers/${id}`, voucher())).status,
      (await client.send("PATCH", `/api/vouchers/${id}`, amount)).status,
      (await client.send("DELETE", `/api/vouchers/${id}`)).status,
    ];
    expect(await attempts(blind)).toEqual([403, 403, 403, 403]);
    expect((await master.send("GET", `/api/vouchers/${id}`)).body.amount).toBe(1000);
    expect(await attempts(master)).toEqual([201, 204, 204, 204]);
  });

  it("belong to their creator's reseller, and are visible there only", async () => {
    const id = await make({ reseller_id: 3 }, reseller);
    expect((await master.send("GET", `/api/vouchers/${id}`)).body.reseller_id).toBe(2);
    const other = await make({ reseller_id: 3 });
    expect((await reseller.send("GET", `/api/vouchers/${other}`)).status).toBe(404);
    expect(codesOf(await reseller.send("GET", "/api/vouchers/?code=TWICE"))).toEqual(["TWICE"]);
    for (const login of ["care", "intercept"] as const) {
      expect((await (await platform.as(login)).send("GET", "/api/vouchers/")).status, login).toBe(403);
    }
  });

  it("are for a customer of the same reseller", async () => {
    const contact = { reseller_id: 3, email: "office@customer.example" };
    const made = await master.send("POST", "/api/customercontacts/", contact);
    const customer = await seedCustomer(idFromLocation(made));
    const reply = await master.send("POST", "/api/vouchers/", voucher({ customer_id: customer }));
    expect(errorsOf(reply)).toEqual([422, "/customer_id rules.business.otherReseller"]);
    await make({ reseller_id: 3, customer_id: customer });
  });

  it("exist only where the platform sells them", async () => {
    const { identity } = defaultSettings;
    const without = async (changed: object) => {
      const settings = { logLevel: "silent", identity: { ...identity, ...changed } } as const;
      const app = await buildPlatform({ database: platform.database, settings });
      const { status } = await (await Api.login(app, "master", testPassword)).list("vouchers");
      await app.close();
      return status;
    };
    expect(await without({ flags: { ...identity.flags, voucher: false } })).toBe(404);
    expect(await without({ licences: ["pbx"] })).toBe(403);
    expect(await without({ licences: ["billing"] })).toBe(200);
  });
});

async function seedCustomer(contactId: number): Promise<number> {
  const customer = { type: "sipaccount", status: "active", contact_id: contactId, reseller_id: 3 };
  const row = await platform.database.kysely
    .insertInto("customers")
    .values({ ...customer, all_billing_profiles: "[]" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(row.id);
}
