import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embedded } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";

/** A customer of reseller 2; a new one for each test. */
let id: number;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const found = await api.list("customers", { reseller_id: 2, status: "active", type: "sipaccount", rows: 50 });
const customers = embedded(found, "customers");
beforeEach(() => {
  id = Number(customers.pop()?.id);
});

const journal = async (resource: string, of: number, caller = api) =>
  embedded(await caller.request("GET", `/api/${resource}/${of}/journal/?rows=100`), "journal");
const latest = async (resource: string, of: number) => (await journal(resource, of)).at(-1);
const set = async (resource: string, of: number, path: string, value: Json) => {
  const answer = await api.patch(resource, of, [{ op: "replace", path: `/${path}`, value }]);
  expect(answer.status, answer.text).toBe(204);
  return Number((await latest(resource, of))?.id);
};
const at = (resource: string, of: number, entry: unknown) => `/api/${resource}/${of}/journal/${entry}/restore`;
const restore = (resource: string, of: number, entry: unknown, body: object = {}, caller = api) =>
  caller.request("POST", at(resource, of, entry), body);
const read = async (resource: string, of: number) => (await api.read(resource, of)).body ?? {};

describe("restoring what an entry changed", () => {
  it("puts the values back as an update, and notes the entry it restored", async () => {
    await set("customers", id, "external_id", "first");
    const entry = await set("customers", id, "external_id", "second");
    const answer = await restore("customers", id, entry);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ entry, records: 1, left: [] });
    await expect(read("customers", id)).resolves.toMatchObject({ external_id: "first" });
    await expect(latest("customers", id)).resolves.toMatchObject({
      operation: "update",
      restored_id: entry,
      username: "administrator",
      changes: { external_id: { before: "second", after: "first" } },
    });
    expect(String(answer.headers.etag)).toBe(String((await api.read("customers", id)).headers.etag));
  });

  it("refuses with the names of fields that were changed since, unless told to overwrite", async () => {
    const before = (await read("customers", id)).external_id ?? null;
    const entry = await set("customers", id, "external_id", "theirs");
    await set("customers", id, "external_id", "newer");
    const shown = await api.request("GET", at("customers", id, entry));
    expect(shown.body).toMatchObject({
      ends: false,
      values: [{ field: "external_id", old: before, now: "newer", newer: true }],
    });
    const refused = await restore("customers", id, entry);
    expect([refused.status, refused.body?.key]).toEqual([409, "errors.newer_changes"]);
    expect(refused.body?.message).toContain("external_id");
    await expect(read("customers", id)).resolves.toMatchObject({ external_id: "newer" });
    expect((await restore("customers", id, entry, { overwrite: true })).status).toBe(200);
    expect((await read("customers", id)).external_id ?? null).toBe(before);
  });

  it("restores the named fields alone", async () => {
    const patch = [
      { op: "replace", path: "/external_id", value: "one" },
      { op: "replace", path: "/max_subscribers", value: 77 },
    ];
    const before = await read("customers", id);
    expect((await api.patch("customers", id, patch)).status).toBe(204);
    const entry = (await latest("customers", id))?.id;
    expect((await restore("customers", id, entry, { fields: ["max_subscribers"] })).status).toBe(200);
    const after = await read("customers", id);
    expect([after.external_id, after.max_subscribers]).toEqual(["one", before.max_subscribers]);
    const wrong = await restore("customers", id, entry, { fields: ["status"] });
    expect(wrong.body?.errors).toMatchObject([{ pointer: "/fields" }]);
  });

  it("has nothing to offer where nothing would change", async () => {
    const entry = await set("customers", id, "external_id", "same");
    expect((await restore("customers", id, entry)).status).toBe(200);
    const again = await restore("customers", id, entry);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ key: "errors.nothing_to_restore" });
    expect((await api.request("GET", at("customers", id, entry))).body).toMatchObject({ values: [] });
    const known = (await journal("customers", id)).find((one) => one.id === entry);
    expect(known?.restorable).toEqual([]);
  });

  it("validates like any update, and checks the version the caller has seen", async () => {
    const entry = await set("customers", id, "external_id", "seen");
    const stale = await api.request("POST", at("customers", id, entry), {}, { headers: { "if-match": '"0"' } });
    expect(stale.status).toBe(412);
    await expect(read("customers", id)).resolves.toMatchObject({ external_id: "seen" });
  });

  it("restores the first values of a record from the entry that made it", async () => {
    const made = await api.request("POST", "/api/domains/", { domain: `first${id}.example.org`, reseller_id: 2 });
    expect(made.status, made.text).toBe(201);
    const domain = Number(String(made.headers.location).split("/").at(-1));
    const first = (await journal("domains", domain))[0];
    expect(first).toMatchObject({ operation: "create", restorable: [] });
  });

  it("says that secrets are not restored", async () => {
    const [line] = embedded(await api.list("subscribers", { reseller_id: 2, rows: 1 }), "subscribers");
    const patch = [
      { op: "replace", path: "/password", value: "Another-secret7" },
      { op: "replace", path: "/external_id", value: "withsecret" },
    ];
    expect((await api.patch("subscribers", Number(line?.id), patch)).status).toBe(204);
    const entry = (await latest("subscribers", Number(line?.id)))?.id;
    const answer = await restore("subscribers", Number(line?.id), entry);
    expect(answer.body?.left).toMatchObject([{ field: "password", reason: "secret" }]);
  });

  it("is refused to those who may only read, and unknown to others", async () => {
    const entry = await set("customers", id, "external_id", "mine");
    const stranger = await platform.as("spreeklang");
    expect((await restore("customers", id, entry, {}, stranger)).status).toBe(404);
    expect((await stranger.request("GET", at("customers", id, entry))).status).toBe(404);
  });
});

describe("a record as it was at a time", () => {
  it("is told by its difference from now, and restored", async () => {
    const earlier = await set("customers", id, "external_id", "then");
    const [anHourAgo, start] = [60, 30].map((minutes) => new Date(Date.now() - minutes * 60_000)) as [Date, Date];
    const { kysely } = platform.database;
    await kysely.updateTable("journals").set({ timestamp: anHourAgo }).where("id", "=", earlier).execute();
    await set("customers", id, "external_id", "later");
    const entry = await set("customers", id, "max_subscribers", 9);
    const url = `/api/customers/${id}/journal/at`;
    const shown = await api.request("GET", `${url}?time=${start.toISOString()}`);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body).toMatchObject({ existed: true });
    expect(shown.body?.values).toEqual(
      expect.arrayContaining([
        { field: "external_id", old: "then", now: "later", newer: false },
        expect.objectContaining({ field: "max_subscribers", now: 9 }),
      ]),
    );
    const restored = await api.request("POST", url, { time: start.toISOString() });
    expect(restored.status, restored.text).toBe(200);
    await expect(read("customers", id)).resolves.toMatchObject({ external_id: "then" });
    expect(Number((await latest("customers", id))?.restored_id)).toBeLessThan(entry);
    expect((await api.request("POST", url, { time: new Date().toISOString() })).status).toBe(409);
    expect((await api.request("GET", `${url}?time=yesterday`)).status).toBe(422);
  });
});

describe("restoring a deleted record", () => {
  /** Subscribers with a number, of one customer each. */
  let lines: WireRecord[];
  const lineOf = () => lines.pop() ?? {};

  beforeAll(async () => {
    const found = embedded(await api.list("subscribers", { rows: 500, is_pbx_pilot: "false" }), "subscribers");
    const plain = found.filter((line) => line.primary_number && !line.pbx_extension);
    lines = [...new Map(plain.map((line) => [line.customer_id, line])).values()];
  });

  it("brings a subscriber back with its numbers and preferences", async () => {
    const line = lineOf();
    const own = Number(line.id);
    await api.patch("subscriberpreferences", own, [{ op: "add", path: "/clir", value: true }]);
    const before = await read("subscribers", own);
    expect((await api.request("DELETE", `/api/subscribers/${own}`)).status).toBe(204);
    const entry = await latest("subscribers", own);
    expect(entry).toMatchObject({ operation: "delete" });
    const answer = await restore("subscribers", own, entry?.id);
    expect(answer.status, answer.text).toBe(200);
    const after = await read("subscribers", own);
    const numberOf = (record: Readonly<Record<string, Json>>) => {
      const { number_id: _, ...number } = record.primary_number as Record<string, Json>;
      return number;
    };
    expect(after).toMatchObject({ id: own, username: before.username, status: before.status });
    expect(numberOf(after)).toEqual(numberOf(before));
    await expect(read("subscriberpreferences", own)).resolves.toMatchObject({ clir: true });
    await expect(latest("subscribers", own)).resolves.toMatchObject({ restored_id: entry?.id });
    const again = await restore("subscribers", own, entry?.id);
    expect(again.status).toBe(409);
  });

  it("is refused where somebody has the number or the name by now", async () => {
    const line = lineOf();
    const own = Number(line.id);
    const { primary_number: number } = line as { primary_number: Record<string, Json> };
    expect((await api.request("DELETE", `/api/subscribers/${own}`)).status).toBe(204);
    const entry = (await latest("subscribers", own))?.id;
    const { number_id: _, ...wanted } = number;
    const taken = await api.request("POST", "/api/subscribers/", {
      customer_id: line.customer_id,
      domain_id: line.domain_id,
      username: `taker${own}`,
      password: "Some-secret77",
      primary_number: wanted,
    });
    expect(taken.status, taken.text).toBe(201);
    const refused = await restore("subscribers", own, entry);
    expect([refused.status, refused.body?.errors]).toMatchObject([422, [{ pointer: "/primary_number" }]]);
    expect((await api.read("subscribers", own)).status).toBe(404);
  });

  it("brings a customer back with all that ended with it", async () => {
    const customer = Number(lineOf().customer_id);
    const all = () => api.list("subscribers", { customer_id: customer, rows: 50 });
    const before = embedded(await all(), "subscribers");
    const entry = await set("customers", customer, "status", "terminated");
    expect(embedded(await all(), "subscribers")).toEqual([]);
    const shown = await api.request("GET", at("customers", customer, entry));
    expect(Number((shown.body?.records as Json[] | undefined)?.length)).toBeGreaterThan(before.length);
    const answer = await restore("customers", customer, entry);
    expect(answer.status, answer.text).toBe(200);
    await expect(read("customers", customer)).resolves.toMatchObject({ status: "active" });
    const back = embedded(await all(), "subscribers");
    const known = (list: readonly WireRecord[]) => list.map((line) => [line.id, line.username, line.status]);
    expect(known(back)).toEqual(known(before));
  });

  it("brings settings back that refer to each other, some of which have no journal of their own", async () => {
    const of = { customer_id: 3, rows: 500 };
    const resources = ["cfmappings", "cfsourcesets", "cftimesets", "cfdestinationsets", "speeddials", "pbxdevices"];
    const all = async () => {
      const lines = embedded(await api.list("subscribers", of), "subscribers").map(({ id: line }) => line);
      const lists = resources.map(async (resource) => {
        const found = embedded(await api.list(resource, { rows: 10_000 }), resource);
        const theirs = found.filter((one) => lines.includes(one.subscriber_id ?? one.id) || one.customer_id === 3);
        return [resource, theirs.map(({ _links, ...record }) => record)] as const;
      });
      return Object.fromEntries(await Promise.all(lists));
    };
    const before = await all();
    expect(before.cfsourcesets?.length).toBeGreaterThan(0);
    expect(before.pbxdevices?.length).toBeGreaterThan(0);
    const entry = await set("customers", 3, "status", "terminated");
    expect((await all()).cfsourcesets).toEqual([]);
    const answer = await restore("customers", 3, entry);
    expect(answer.status, answer.text).toBe(200);
    await expect(all()).resolves.toEqual(before);
  });

  it("makes a deleted row again with its id, and the rows that were deleted with it", async () => {
    const [rules] = embedded(await api.list("rewriterules", { rows: 1 }), "rewriterules");
    const original = await read("rewriterulesets", Number(rules?.set_id));
    const made = await api.request("POST", `/api/rewriterulesets/${original.id}/clone`, { name: `copy${id}` });
    expect(made.status, made.text).toBe(201);
    const own = Number(String(made.headers.location).split("/").at(-1));
    const before = await read("rewriterulesets", own);
    const owned = embedded(await api.list("rewriterules", { set_id: own, rows: 500 }), "rewriterules");
    expect(owned.length).toBeGreaterThan(1);
    expect((await api.request("DELETE", `/api/rewriterulesets/${own}`)).status).toBe(204);
    const entry = (await latest("rewriterulesets", own))?.id;
    const shown = await api.request("GET", at("rewriterulesets", own, entry));
    expect(shown.body?.records).toHaveLength(owned.length + 1);
    const answer = await restore("rewriterulesets", own, entry);
    expect(answer.status, answer.text).toBe(200);
    await expect(read("rewriterulesets", own)).resolves.toEqual(before);
    expect(embedded(await api.list("rewriterules", { set_id: own, rows: 500 }), "rewriterules")).toEqual(owned);
    const [first] = await journal("rewriterules", Number(owned[0]?.id)).then((all) => all.slice(-1));
    expect(first).toMatchObject({ operation: "create", restored_id: expect.any(Number) });
  });

  it("makes an account again with another password, if the caller may give it what it had", async () => {
    const master = await platform.as("albion-voice");
    const [own] = embedded(await master.list("admins", { login: "albion-voice" }), "admins");
    const body = { login: `back${id}`, password: "Copper-Kettle-77!", role: "reseller", reseller_id: own?.reseller_id };
    const make = async (further: object) => {
      const made = await api.request("POST", "/api/admins/", { ...body, ...further });
      expect(made.status, made.text).toBe(201);
      const account = Number(String(made.headers.location).split("/").at(-1));
      expect((await api.request("DELETE", `/api/admins/${account}`)).status).toBe(204);
      return [account, (await latest("admins", account))?.id] as const;
    };
    const [plain, entry] = await make({ email: "back@example.org" });
    const answer = await restore("admins", plain, entry, {}, master);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body?.left).toMatchObject([{ field: "password", reason: "secret" }]);
    await expect(read("admins", plain)).resolves.toMatchObject({ email: "back@example.org", role: "reseller" });
    const login = await api.request("POST", "/login_jwt", { username: body.login, password: body.password });
    expect(login.status).toBe(403);
  });

  it("leaves an account that comes back without a second factor to be registered anew", async () => {
    const body = { login: `twice${id}`, password: "Copper-Kettle-77!", role: "reseller", reseller_id: 2 };
    const made = await api.request("POST", "/api/admins/", { ...body, enable_2fa: true });
    expect(made.status, made.text).toBe(201);
    const account = Number(String(made.headers.location).split("/").at(-1));
    const { kysely } = platform.database;
    const stored = () => kysely.selectFrom("admins").selectAll().where("id", "=", account).executeTakeFirstOrThrow();
    const before = await stored();
    await kysely.updateTable("admins").set({ otp_confirmed_at: new Date() }).where("id", "=", account).execute();
    expect((await api.request("DELETE", `/api/admins/${account}`)).status).toBe(204);
    expect((await restore("admins", account, (await latest("admins", account))?.id)).status).toBe(200);
    const after = await stored();
    expect(after).toMatchObject({ enable_2fa: true, otp_confirmed_at: null, password_to_change: true });
    expect(after.otp_secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(after.otp_secret).not.toBe(before.otp_secret);
  });

  it("is refused where the journal holds too little of it", async () => {
    const made = await api.request("POST", "/api/domains/", { domain: `gone${id}.example.org`, reseller_id: 2 });
    const own = Number(String(made.headers.location).split("/").at(-1));
    expect((await api.request("DELETE", `/api/domains/${own}`)).status).toBe(204);
    const entry = Number((await latest("domains", own))?.id);
    const { kysely } = platform.database;
    await kysely.updateTable("journals").set({ kept: null, unit: null }).where("id", "=", entry).execute();
    const refused = await restore("domains", own, entry);
    expect([refused.status, refused.body?.key]).toEqual([409, "errors.not_restorable"]);
  });

  it("is refused where the name was taken since", async () => {
    const body = { domain: `again${id}.example.org`, reseller_id: 2 };
    const made = await api.request("POST", "/api/domains/", body);
    const own = Number(String(made.headers.location).split("/").at(-1));
    expect((await api.request("DELETE", `/api/domains/${own}`)).status).toBe(204);
    expect((await api.request("POST", "/api/domains/", body)).status).toBe(201);
    const refused = await restore("domains", own, (await latest("domains", own))?.id);
    expect([refused.status, refused.body?.errors]).toMatchObject([422, [{ pointer: "/domain", rule: "unique" }]]);
  });
});
