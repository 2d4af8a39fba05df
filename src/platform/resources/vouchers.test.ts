import { describe, expect, it } from "vitest";
import { Api, idFromLocation } from "../../../tests/support/api.ts";
import { type Client, itemsOf, platformUntilEnd, testPassword } from "../../testing/platform.ts";
import { buildPlatform } from "../app.ts";
import { defaultSettings } from "../runtime/settings.ts";

const YEAR_END = "2031-12-31T23:59:59Z";
const base64 = (text: string) => Buffer.from(text).toString("base64");

const platform = await platformUntilEnd();
await platform.database.kysely
  .updateTable("admins")
  .set({ billing_data: false })
  .where("login", "=", "system")
  .execute();
await platform.database.kysely
  .updateTable("admins")
  .set({ show_passwords: false })
  .where("login", "=", "resellerTwo")
  .execute();
/** A superuser without the right to billing data. */
const [master, reseller, blind] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("system"),
]);

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

describe("the code of a voucher", () => {
  it("is visible only with the right to billing data", async () => {
    const id = await make({ code: "HIDDEN-1" });
    expect((await master.send("GET", `/api/vouchers/${id}`)).body).toMatchObject({ code: "HIDDEN-1", amount: 1000 });
    const seen = await blind.send("GET", `/api/vouchers/${id}`);
    expect(seen.body).toMatchObject({ amount: 1000, reseller_id: 2 });
    expect(seen.text).not.toContain("HIDDEN-1");
    expect((await blind.send("GET", "/api/vouchers/?rows=1000")).text).not.toContain("SPRING-");
  });

  it("is in no journal, which tells who has asked to see it", async () => {
    const id = await make({ code: "NOTED-1" });
    const reveal = (client: Client) => client.send("POST", `/api/vouchers/${id}/reveal`, { field: "code" });
    expect((await reveal(blind)).status).toBe(403);
    expect((await reveal(master)).body).toEqual({ code: "NOTED-1" });
    const { text, body } = await master.send("GET", `/api/vouchers/${id}/journal/`);
    expect(body.total_count).toBe(2);
    expect(text).toContain("valid_until");
    expect(text).not.toContain("NOTED-1");
  });

  it("needs no right to passwords, and is left out of what the panel lists", async () => {
    const id = await make({ code: "PLAIN-1" });
    expect((await reseller.send("GET", `/api/vouchers/${id}`)).body.code).toBe("PLAIN-1");
    const listed = await master.send("GET", "/api/vouchers/?rows=1000", undefined, { "x-without-secrets": "1" });
    expect(listed.text).toContain(`"id":${id}`);
    expect(listed.text).not.toContain("PLAIN-1");
  });

  it("is retracted in older tables", async () => {
    await make({ code: "TABLE-1" });
    const rowsOf = async (client: Client, search = "") =>
      (await client.send("GET", `/voucher/ajax?sEcho=1&iDisplayStart=0&iDisplayLength=1000&sSearch=${search}`)).text;
    expect(await rowsOf(master)).toContain("TABLE-1");
    expect(await rowsOf(blind)).toContain("<retracted>");
    expect(await rowsOf(blind)).not.toContain("TABLE-1");
    // Neither does searching tell it.
    expect(JSON.parse(await rowsOf(master, "TABLE-1")).iTotalDisplayRecords).toBe(1);
    expect(JSON.parse(await rowsOf(blind, "TABLE-1")).iTotalDisplayRecords).toBe(0);
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

  it("tell whether they can be redeemed, and are found by it", async () => {
    const ids = {
      unused: await make({ reseller_id: 3 }),
      expired: await make({ reseller_id: 3, valid_until: "2001-01-01 00:00:00" }),
      // Whenever it would have expired.
      redeemed: await make({ reseller_id: 3, valid_until: "2001-01-01 00:00:00" }),
    };
    const used = platform.database.kysely.updateTable("vouchers").set({ used_at: new Date() });
    await used.where("id", "=", ids.redeemed).execute();
    for (const [status, id] of Object.entries(ids)) {
      expect((await master.send("GET", `/api/vouchers/${id}`)).body.status).toBe(status);
      const found = itemsOf(await master.send("GET", `/api/vouchers/?rows=1000&status=${status}`), "vouchers");
      expect(found.map((one) => one.id)).toContain(id);
      expect(new Set(found.map((one) => one.status))).toEqual(new Set([status]));
    }
    expect((await master.send("GET", "/api/vouchers/?status=other")).body.total_count).toBe(0);
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
