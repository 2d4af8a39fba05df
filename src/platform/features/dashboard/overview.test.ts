import { Ajv2020 } from "ajv/dist/2020.js";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { accountOf } from "../../../../tests/support/accounts.ts";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import type { RecordOverview } from "../../../core/api/overviewResponse.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { callRow } from "../../../testing/calls.ts";
import { buildPlatform } from "../../app.ts";
import { overviewSchema } from "../../records/apiDocs/overviewShape.ts";

const NOW = new Date("2026-03-10T09:30:00Z");
const tokens = new Map<string, string>();

const database = await openPrepared("accounts");
const app = await buildPlatform({ database, settings: { logLevel: "silent", clock: () => NOW } });
for (const role of ["superuserMaster", "reseller", "lintercept", "ccare"]) {
  const { login: username, password } = accountOf(role);
  const answer = await app.inject({ method: "POST", url: "/login_jwt", payload: { username, password } });
  tokens.set(role, String(answer.json().jwt));
}
afterAll(async () => {
  await app.close();
  await database.close();
});

async function send(role: string, url: string, patch?: readonly WireRecord[]) {
  const answer = await app.inject({
    method: patch ? "PATCH" : "GET",
    url,
    headers: {
      authorization: `Bearer ${tokens.get(role)}`,
      ...(patch ? { "content-type": "application/json-patch+json" } : {}),
    },
    ...(patch ? { payload: JSON.stringify(patch) } : {}),
  });
  return { status: answer.statusCode, text: answer.body, body: answer.body ? answer.json() : {} };
}

async function overviewOf(role: string, resource: string, id: number): Promise<RecordOverview> {
  const { status, body, text } = await send(role, `/api/${resource}/${id}/overview?tz=UTC`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as RecordOverview;
}

async function totalOf(role: string, list: string): Promise<number> {
  return Number((await send(role, `/api/${list}&rows=1`)).body.total_count);
}

async function firstCustomer(role: string, query = ""): Promise<number> {
  const { body } = await send(role, `/api/customers/?rows=1&status=active${query}`);
  const found = body._embedded as Record<string, { id: number }[]>;
  return found["ngcp:customers"]?.[0]?.id ?? 0;
}

it("answers as its description in the API says", async () => {
  const validate = new Ajv2020({ strict: false, formats: { "date-time": true } }).compile(overviewSchema);
  for (const [role, resource, id] of [
    ["superuserMaster", "customers", await firstCustomer("superuserMaster")],
    ["superuserMaster", "resellers", 1],
    ["ccare", "customers", await firstCustomer("ccare")],
  ] as const) {
    validate(await overviewOf(role, resource, id));
    expect([role, resource, validate.errors]).toEqual([role, resource, null]);
  }
});

describe("the overview of a customer", () => {
  it("tells used subscribers of the most, the balance with its currency, and counts as the tabs list them", async () => {
    const { customer_id: id } = (await send("superuserMaster", "/api/subscribers/1")).body;
    await sql`update customers set max_subscribers = 50 where id = ${id}`.execute(database.kysely);
    const { subscribers, balance, counts } = await overviewOf("superuserMaster", "customers", id);
    expect(subscribers).toEqual({ used: await totalOf("superuserMaster", `subscribers/?customer_id=${id}`), max: 50 });
    expect(subscribers?.used).toBeGreaterThan(0);
    expect(balance).toEqual({ cash: expect.any(Number), currency: expect.stringMatching(/^[A-Z]{3}$/) });
    expect(counts).toMatchObject({
      subscribers: await totalOf("superuserMaster", `subscribers/?customer_id=${id}&not_status=terminated`),
      invoices: await totalOf("superuserMaster", `invoices/?customer_id=${id}`),
      locations: await totalOf("superuserMaster", `customerlocations/?contract_id=${id}`),
    });
  });

  it("tells the calls of 14 days, those of others left out", async () => {
    const id = await firstCustomer("superuserMaster");
    await sql`delete from calls`.execute(database.kysely);
    const call = (call_id: string, start_time: string, customer_id: number) =>
      callRow({ reseller_id: 2, call_id, start_time, customer_id });
    await database.kysely
      .insertInto("calls")
      .values([
        call("a", "2026-03-10T08:00:00Z", id),
        call("b", "2026-03-09T08:00:00Z", id),
        call("c", "2026-03-09T09:00:00Z", id),
        call("d", "2026-03-09T10:00:00Z", id + 1),
        call("e", "2026-02-20T10:00:00Z", id),
      ])
      .execute();
    const { calls } = await overviewOf("superuserMaster", "customers", id);
    expect(calls?.buckets).toHaveLength(14);
    expect(calls?.buckets.slice(-2).map(({ start, answered }) => [start, answered])).toEqual([
      ["2026-03-09T00:00:00Z", 2],
      ["2026-03-10T00:00:00Z", 1],
    ]);
    expect(calls?.buckets.slice(0, -2).every(({ answered }) => answered === 0)).toBe(true);
  });

  it("tells the last changes, newest first", async () => {
    const id = await firstCustomer("superuserMaster");
    for (const external_id of ["one", "two", "three", "four"]) {
      const op = { op: "replace", path: "/external_id", value: external_id };
      await send("superuserMaster", `/api/customers/${id}`, [op]);
    }
    const { changes } = await overviewOf("superuserMaster", "customers", id);
    expect(changes).toHaveLength(3);
    expect(changes?.[0]).toMatchObject({ operation: "update", username: expect.any(String), is_scheduled: false });
    expect(changes?.[0]?.id).toBeGreaterThan(changes?.[1]?.id ?? 0);
  });
});

describe("an overview", () => {
  it("exists for subscribers and resellers, with what they have", async () => {
    const reseller = await overviewOf("superuserMaster", "resellers", 2);
    expect(reseller.subscribers?.used).toBe(await totalOf("superuserMaster", "subscribers/?reseller_id=2"));
    expect(reseller.balance).toBeUndefined();
    expect(reseller.counts.customers).toBeGreaterThan(0);
    const subscriber = await overviewOf("superuserMaster", "subscribers", 1);
    expect(subscriber.subscribers).toBeUndefined();
    expect(subscriber.counts.numbers).toBeGreaterThan(0);
  });

  it("leaves out what the caller may not read", async () => {
    const id = await firstCustomer("ccare");
    const { counts, calls, changes } = await overviewOf("ccare", "customers", id);
    expect(counts.subscribers).toBeGreaterThanOrEqual(0);
    const mayList = (await send("ccare", `/api/invoices/?customer_id=${id}`)).status === 200;
    expect("invoices" in counts).toBe(mayList);
    expect(calls !== undefined).toBe((await send("ccare", "/api/calls/")).status === 200);
    expect(changes !== undefined).toBe((await send("ccare", `/api/customers/${id}/journal/`)).status === 200);
  });

  it("is refused like the record itself", async () => {
    const id = await firstCustomer("reseller");
    const foreign = await firstCustomer("superuserMaster", "&reseller_id=3");
    expect((await send("reseller", `/api/customers/${foreign}/overview`)).status).toBe(404);
    expect((await send("lintercept", `/api/customers/${id}/overview`)).status).toBe(403);
    expect((await send("reseller", "/api/resellers/2/overview")).status).toBe(403);
    expect((await send("superuserMaster", `/api/customers/${id}/overview?tz=nowhere`)).status).toBe(400);
    expect((await send("superuserMaster", "/api/domains/1/overview")).status).toBe(404);
  });
});
