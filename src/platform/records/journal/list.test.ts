import { describe, expect, it } from "vitest";
import { embedded } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { replacing } from "../../../testing/records.ts";
import { journalDropped } from "../../features/retention/dropJournal.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const reseller = await platform.as("spreeklang");
const [mine] = embedded(await reseller.list("customers", { status: "active", rows: 1 }), "customers");
const all = embedded(await api.list("customers", { status: "active", rows: 500 }), "customers");
const seen = new Set(embedded(await reseller.list("customers", { rows: 500 }), "customers").map(({ id }) => id));
/** Customers of the reseller and of another one. */
const [own, foreign] = [Number(mine?.id), Number(all.find(({ id }) => !seen.has(id))?.id)];
for (const id of [own, foreign]) {
  for (const value of ["one", "two", "three"]) {
    const answer = await api.patch("customers", id, replacing({ external_id: `${value}${id}` }));
    expect(answer.status, answer.text).toBe(204);
  }
}

const list = async (query: Readonly<Record<string, Json>> = {}, caller = api) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await caller.request("GET", `/api/journals/?${search}`);
  expect(answer.status, answer.text).toBe(200);
  const next = (answer.body?._links as { next?: { href: string } } | undefined)?.next?.href;
  return { entries: embedded(answer, "journals"), next };
};
const idsOf = (entries: readonly WireRecord[]) => entries.map(({ id }) => Number(id));

describe("the journal of all records", () => {
  it("has the newest entry first, with the title of its record and what restoring would change", async () => {
    const { entries } = await list({ rows: 3 });
    expect(idsOf(entries)).toEqual(idsOf(entries).toSorted((one, other) => other - one));
    expect(entries[0]).toMatchObject({
      resource_name: "customers",
      resource_id: foreign,
      username: "administrator",
      exists: true,
      restorable: ["external_id"],
      returns: false,
      title: expect.stringMatching(/\w/),
    });
  });

  it("pages by id, and stays the same while entries are added", async () => {
    const first = await list({ resource: "customers", rows: 2 });
    await api.patch("customers", own, [{ op: "replace", path: "/external_id", value: "meanwhile" }]);
    const second = await api.request("GET", String(first.next));
    const all = await list({ resource: "customers", rows: 5 });
    expect([...idsOf(first.entries), ...idsOf(embedded(second, "journals"))]).toEqual(idsOf(all.entries).slice(1));
  });

  it("has what was dropped after its time, for those who verify it", async () => {
    const { kysely: db } = platform.database;
    const to = new Date("2025-02-01T00:00:00Z");
    const gaps = [{ first: 1, last: 2, hash: "abc" }];
    for (const resource of ["calls", "journals"] as const)
      await journalDropped(db, { resource, now: new Date(), dropped: { from: null, to, count: 7 }, gaps });
    const { entries } = await list({ rows: 2 });
    expect(entries).toMatchObject([
      { resource_name: "journals", resource_id: 0, user_id: 0, exists: false, restorable: [] },
      { resource_name: "calls", changes: { records: { before: 7 }, until: { before: "2025-02-01T00:00:00.000Z" } } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("gaps");
    const seen = (await list({ rows: 100 }, reseller)).entries.map(({ resource_name }) => resource_name);
    expect(seen).not.toContain("calls");
    expect(seen).not.toContain("journals");
  });

  it("is filtered by person, record, kind, and time", async () => {
    const of = async (query: Readonly<Record<string, Json>>) => (await list({ rows: 100, ...query })).entries;
    const ofRecord = await of({ resource: "customers", record: own });
    expect(ofRecord.length).toBeGreaterThan(2);
    expect(new Set(ofRecord.map(({ resource_id }) => resource_id))).toEqual(new Set([own]));
    const entry = Number(ofRecord.at(-1)?.id);
    await expect(of({ entry })).resolves.toMatchObject([{ id: entry }]);
    await expect(of({ username: "nobody" })).resolves.toEqual([]);
    expect((await of({ username: "administrator", operation: "update" })).length).toBeGreaterThan(5);
    await expect(of({ to: "2001-01-01T00:00:00Z" })).resolves.toEqual([]);
    expect((await of({ from: "2001-01-01T00:00:00Z" })).length).toBeGreaterThan(5);
    const restored = await api.request("POST", `/api/customers/${own}/journal/${ofRecord[0]?.id}/restore`, {});
    expect(restored.status, restored.text).toBe(200);
    await expect(of({ operation: "restore" })).resolves.toMatchObject([{ restored_id: ofRecord[0]?.id }]);
  });

  it("knows the changes of one request together, and those of one bulk run", async () => {
    const change = [{ op: "replace", path: "/external_id", value: "in-a-run" }];
    for (const id of [own, foreign]) {
      const answer = await api.patch("customers", id, change, { headers: { "x-bulk-run": "run-1" } });
      expect(answer.status, answer.text).toBe(204);
    }
    const { entries } = await list({ run: "run-1" });
    expect(entries.map(({ resource_id }) => resource_id)).toEqual([foreign, own]);
    await expect(list({ unit: entries[0]?.unit ?? null })).resolves.toMatchObject({
      entries: [{ id: entries[0]?.id }],
    });
    await api.patch("customers", own, [{ ...change[0], value: "no-run" }], { headers: { "x-bulk-run": "a b" } });
    await expect(list({ resource: "customers", record: own, rows: 1 })).resolves.toMatchObject({
      entries: [{ run: null }],
    });
  });

  it("shows a reseller its own records only", async () => {
    const { entries } = await list({ rows: 100 }, reseller);
    const customers = entries.filter(({ resource_name }) => resource_name === "customers");
    expect(customers.map(({ resource_id }) => resource_id)).toContain(own);
    expect(customers.map(({ resource_id }) => resource_id)).not.toContain(foreign);
    const entry = (await list({ resource: "customers", record: foreign, rows: 1 })).entries[0]?.id ?? 0;
    await expect(list({ entry }, reseller)).resolves.toMatchObject({ entries: [] });
    expect((await reseller.request("GET", "/api/journals/?resource=contracts")).status).toBe(403);
  });

  it("has preferences of records in reach, which are restored like fields", async () => {
    const [subscriber] = embedded(await reseller.list("subscribers", { rows: 1 }), "subscribers");
    const id = Number(subscriber?.id);
    const set = (value: number) =>
      api.patch("subscriberpreferences", id, [{ op: "add", path: "/concurrent_max", value }]);
    for (const value of [3, 4]) expect((await set(value)).status).toBe(204);
    const query = { resource: "subscriberpreferences", record: id };
    const [newest, older] = (await list(query, reseller)).entries;
    expect(newest).toMatchObject({
      ...{ operation: "update", exists: true, title: expect.stringMatching(/\w/), restorable: ["concurrent_max"] },
      changes: { concurrent_max: { before: 3, after: 4 } },
    });
    // Those who read the owner's journal read it there too, as those of the customer above it.
    const ofSubscriber = { resource: "subscribers", record: id, related: 1 };
    const ofCustomer = { resource: "customers", record: Number(subscriber?.customer_id), related: 1 };
    for (const about of [ofSubscriber, ofCustomer])
      expect(idsOf((await list(about, reseller)).entries)).toContain(newest?.id);
    const seen = new Set(
      embedded(await reseller.list("subscribers", { rows: 500 }), "subscribers").map((one) => one.id),
    );
    const theirs = embedded(await api.list("subscribers", { rows: 500 }), "subscribers").find(
      (one) => !seen.has(one.id),
    );
    const path = [{ op: "add", path: "/concurrent_max", value: 7 }];
    expect((await api.patch("subscriberpreferences", Number(theirs?.id), path)).status).toBe(204);
    expect((await reseller.request("GET", `/api/subscriberpreferences/${theirs?.id}/journal/`)).status).toBe(404);
    const ofTheirs = { resource: "customers", record: Number(theirs?.customer_id), related: 1 };
    expect((await list(ofTheirs)).entries.length).toBeGreaterThan(0);
    expect((await list(ofTheirs, reseller)).entries).toEqual([]);
    const journal = `/api/subscriberpreferences/${id}/journal`;
    expect(idsOf(embedded(await reseller.request("GET", `${journal}/`), "journal"))).toContain(newest?.id);
    const refused = await reseller.request("POST", `${journal}/${older?.id}/restore`, {});
    expect([refused.status, refused.body?.key]).toEqual([409, "errors.newer_changes"]);
    const restored = await reseller.request("POST", `${journal}/${newest?.id}/restore`, {});
    expect(restored.status, restored.text).toBe(200);
    expect((await api.request("GET", `/api/subscriberpreferences/${id}`)).body).toMatchObject({ concurrent_max: 3 });
    expect((await list(query)).entries[0]).toMatchObject({ restored_id: newest?.id });
    expect((await api.request("GET", "/api/dashboard/changes")).text).toContain(`"record_id":${id}`);
  });

  it("has what a deleted record belonged to, in the journal of that", async () => {
    const [subscriber] = embedded(await api.list("subscribers", { rows: 1 }), "subscribers");
    const { id: subscriber_id, customer_id } = subscriber ?? {};
    const id = await api.create("trustedsources", {
      ...{ subscriber_id: subscriber_id ?? null, protocol: "UDP", src_ip: "192.0.2.7", from_pattern: "^sip:.*$" },
    });
    expect((await api.request("DELETE", `/api/trustedsources/${id}`)).status).toBe(204);
    for (const [resource, record] of Object.entries({ subscribers: subscriber_id, customers: customer_id })) {
      const { entries } = await list({ resource, record: record ?? null, related: 1 });
      const own = entries.filter((entry) => entry.resource_name === "trustedsources" && entry.resource_id === id);
      expect(own.map(({ operation }) => operation)).toEqual(["delete", "create"]);
    }
  });

  it("has top-ups as changes of the balance", async () => {
    const [balance] = embedded(await api.list("customerbalances", { id: own }), "customerbalances");
    const before = Number(balance?.cash_balance);
    const answer = await api.request("POST", "/api/topupcash/", { contract_id: own, amount: 500 });
    expect(answer.status, answer.text).toBe(204);
    const [entry] = (await list({ resource: "customerbalances", record: own }, reseller)).entries;
    expect(entry?.changes).toEqual({ cash_balance: { before, after: before + 5 } });
    const voucher = { code: "journalled", amount: 700, valid_until: "2031-01-01T00:00:00Z" };
    await reseller.create("vouchers", voucher);
    const redeemed = await api.request("POST", "/api/topupvouchers/", { contract_id: own, code: voucher.code });
    expect(redeemed.status, redeemed.text).toBe(204);
    const [after] = (await list({ resource: "customerbalances", record: own }, reseller)).entries;
    expect(after?.changes).toEqual({ cash_balance: { before: before + 5, after: before + 12 } });
  });

  it("has logins and failed ones with their address, never what was typed", async () => {
    const attempt = (username: string, password: string) =>
      platform.app.inject({ method: "POST", url: "/login_jwt", payload: { username, password } });
    await attempt("administrator", "typed-wrong-word");
    await attempt("typed-as-a-name", "typed-wrong-word");
    const { entries } = await list({ resource: "admins", operation: "login_failed" });
    expect(entries).toMatchObject([
      {
        username: "administrator",
        changes: { ip: { before: null, after: "127.0.0.1" }, by: { before: null, after: "password" } },
        restorable: [],
      },
    ]);
    const stored = JSON.stringify(await platform.database.kysely.selectFrom("journals").selectAll().execute());
    expect(stored).not.toContain("typed-");
    const logins = (await list({ resource: "admins", operation: "login" })).entries;
    expect(logins.map(({ username }) => username)).toEqual(expect.arrayContaining(["administrator", "spreeklang"]));
    for (const { changes } of logins) expect(changes).toMatchObject({ ip: { before: null, after: "127.0.0.1" } });
  });

  it("has logouts with their address", async () => {
    const own = await platform.as("administrator");
    expect((await own.request("GET", "/ajax_logout")).status).toBe(200);
    expect((await list({ resource: "admins", operation: "logout" })).entries).toMatchObject([
      { username: "administrator", changes: { ip: { after: "127.0.0.1" }, by: { after: "session" } }, restorable: [] },
    ]);
  });

  it("finds a deleted record by its former name, to bring it back", async () => {
    const id = await api.create("domains", { domain: "former.example.org", reseller_id: 2 });
    expect((await api.request("DELETE", `/api/domains/${id}`)).status).toBe(204);
    const [entry] = (await list({ resource: "domains", record: id, operation: "delete" })).entries;
    expect(entry).toMatchObject({ title: "former.example.org", exists: false, returns: true });
    expect((await api.request("POST", `/api/domains/${id}/journal/${entry?.id}/restore`, {})).status).toBe(200);
    const [again] = (await list({ resource: "domains", record: id, operation: "delete" })).entries;
    expect(again).toMatchObject({ exists: true, returns: false });
  });

  it("refuses roles without the right, and times that are none", async () => {
    expect((await api.request("GET", "/api/journals/?from=yesterday")).status).toBe(422);
    expect((await api.request("GET", "/api/journals/?before=x")).status).toBe(400);
    expect((await api.request("GET", "/api/journals/?rows=0")).status).toBe(400);
  });
});

it("proves by request that it is whole, to those who run the platform", async () => {
  const answer = await api.request("GET", "/api/journals/verification");
  expect(answer.body).toMatchObject({ broken: null, entries: expect.any(Number) });
  expect((await reseller.request("GET", "/api/journals/verification")).status).toBe(403);
});
