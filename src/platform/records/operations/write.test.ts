import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { idFromLocation } from "../../../../tests/support/api.ts";
import { itemsOf, platformUntilEnd, testPassword } from "../../../testing/platform.ts";

let count = 0;

const platform = await platformUntilEnd({ passwordAging: { maxAgeDays: 0, keepLast: 0 } });
let master = await platform.as("master");
const two = await platform.as("resellerTwo");

const contact = (more: object = {}) => ({ reseller_id: 2, email: "new@example.org", ...more });

async function stored(table: string, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(
    platform.database.kysely,
  );
  return rows[0] ?? {};
}

describe("creating", () => {
  it("tells where, and gives the record only where the resource does", async () => {
    const prefer = { prefer: "return=representation" };
    const plain = await master.send("POST", "/api/customercontacts/", contact(), prefer);
    expect(plain).toMatchObject({ status: 201, text: "" });
    expect(plain.headers.location).toBe(`/api/customercontacts/${idFromLocation(plain)}`);
    const set = await master.send("POST", "/api/rewriterulesets/", { reseller_id: 2, name: "with body" }, prefer);
    expect(set.headers["preference-applied"]).toBe("return=representation");
    expect(set.body).toMatchObject({ id: idFromLocation(set), name: "with body", description: null });
  });

  it("refuses what exists already, and what refers to nothing", async () => {
    await master.create("domains", { reseller_id: 2, domain: "once.example" });
    const twice = await master.send("POST", "/api/domains/", { reseller_id: 77, domain: "once.example" });
    expect(twice.body.errors).toMatchObject([
      { pointer: "/reseller_id", rule: "reference" },
      { pointer: "/domain", rule: "unique" },
    ]);
  });

  it("refuses the same value sent twice at the same time, once", async () => {
    const post = () => master.send("POST", "/api/domains/", { reseller_id: 2, domain: "race.example" });
    const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422, 422]);
  });

  it("gives a reseller's records to the reseller, whatever the body says", async () => {
    const id = await two.create("customercontacts", contact({ reseller_id: 3 }));
    expect((await stored("contacts", id)).reseller_id).toBe(2);
  });
});

describe("replacing", () => {
  it("empties what is left out, and keeps what nobody may change", async () => {
    const id = await master.create("customercontacts", contact({ city: "Graz", company: "ACME" }));
    const reply = await master.send("PUT", `/api/customercontacts/${id}`, contact({ company: "Other" }));
    expect(reply).toMatchObject({ status: 204, text: "" });
    expect(reply.headers["preference-applied"]).toBe("return=minimal");
    expect(await stored("contacts", id)).toMatchObject({
      city: null,
      company: "Other",
      status: "active",
      row_version: 2,
    });
  });

  it("writes nothing when nothing changes", async () => {
    const id = await master.create("customercontacts", contact());
    const { body, headers } = await master.send("GET", `/api/customercontacts/${id}`);
    const reply = await master.send("PUT", `/api/customercontacts/${id}`, body);
    expect(reply.headers.etag).toBe(headers.etag);
    const journal = await master.send("GET", `/api/customercontacts/${id}/journal/`);
    expect(journal.body.total_count).toBe(1);
  });

  it("refuses another value of a fixed field and takes the same one", async () => {
    const set_id = await master.create("rewriterulesets", { reseller_id: 2, name: "fixed" });
    const rule = { set_id, match_pattern: "^1", replace_pattern: "2", description: "x" };
    const id = await master.create("rewriterules", rule);
    const put = (body: object) => master.send("PUT", `/api/rewriterules/${id}`, body);
    expect((await put({ ...rule, set_id: 1 })).body.errors).toMatchObject([
      { pointer: "/set_id", key: "rules.business.fixed" },
    ]);
    expect((await put(rule)).status).toBe(204);
    expect((await put({ ...rule, set_id: undefined })).status).toBe(204);
    expect((await stored("rewriterules", id)).set_id).toBe(set_id);
  });

  it("refuses a version that is not the present one any more, and only then", async () => {
    const id = await master.create("customercontacts", contact());
    const put = (version?: string) =>
      master.send(
        "PUT",
        `/api/customercontacts/${id}`,
        contact({ city: `city ${++count}` }),
        version ? { "if-match": version } : {},
      );
    expect((await put('"1"')).headers.etag).toBe('"2"');
    expect(await put('"1"')).toMatchObject({ status: 412, body: { code: 412 } });
    expect((await put('"7", W/"2"')).status).toBe(204);
    expect((await put("*")).status).toBe(204);
    expect((await put()).status).toBe(204);
    const gone = await master.send("DELETE", `/api/customercontacts/${id}`, undefined, { "if-match": '"1"' });
    expect(gone.status).toBe(412);
  });
});

describe("patching", () => {
  const patch = (url: string, ...operations: object[]) => master.send("PATCH", url, operations);

  it("does all of its operations or none", async () => {
    const id = await master.create("customercontacts", contact({ city: "Graz" }));
    const url = `/api/customercontacts/${id}`;
    const reply = await patch(
      url,
      { op: "replace", path: "/city", value: "Wien" },
      { op: "replace", path: "/none", value: 1 },
    );
    expect(reply.body).toMatchObject({ code: 422, key: "errors.patch_path_missing" });
    const invalid = await patch(
      url,
      { op: "replace", path: "/city", value: "Wien" },
      { op: "replace", path: "/email", value: 1 },
    );
    expect(invalid.body.errors).toMatchObject([{ pointer: "/email" }]);
    expect((await stored("contacts", id)).city).toBe("Graz");
  });

  it("takes add and remove where the resource does", async () => {
    const id = await master.create("customercontacts", contact());
    expect((await patch(`/api/customercontacts/${id}`, { op: "add", path: "/city", value: "x" })).status).toBe(400);
    const profile = await master.create("billingprofiles", { reseller_id: 2, handle: "h", name: "profile" });
    const url = `/api/billingprofiles/${profile}`;
    expect((await patch(url, { op: "add", path: "/currency", value: "EUR" })).status).toBe(204);
    expect((await patch(url, { op: "remove", path: "/currency" })).status).toBe(204);
    expect((await stored("billingprofiles", profile)).currency).toBeNull();
  });

  it("gives an emptied field its default, unless it is required", async () => {
    const profile = await master.create("billingprofiles", {
      reseller_id: 2,
      handle: "d",
      name: "default",
      interval_charge: 5,
    });
    await patch(`/api/billingprofiles/${profile}`, { op: "replace", path: "/interval_charge", value: null });
    expect((await stored("billingprofiles", profile)).interval_charge).toBe(0);
    const refused = await patch("/api/resellers/2", { op: "replace", path: "/status", value: null });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer: "/status", key: "rules.required" }]]);
  });
});

describe("removing", () => {
  it("takes along what belongs to the record", async () => {
    const set_id = await master.create("rewriterulesets", { reseller_id: 2, name: "cascade" });
    const rule = await master.create("rewriterules", {
      set_id,
      match_pattern: "^1",
      replace_pattern: "2",
      description: "x",
    });
    expect((await master.send("DELETE", `/api/rewriterulesets/${set_id}`)).status).toBe(204);
    expect(await stored("rewriterules", rule)).toEqual({});
  });

  it("is refused while others need the record, and names them", async () => {
    const contactId = await master.create("systemcontacts", { email: "needed@example.org" });
    await platform.database.kysely
      .insertInto("contracts")
      .values({ type: "sippeering", contact_id: contactId, status: "active" })
      .execute();
    const reply = await master.send("DELETE", `/api/systemcontacts/${contactId}`);
    expect(reply.body).toMatchObject({ code: 423, params: { usedBy: "contracts" } });
    expect((await master.send("GET", `/api/systemcontacts/${contactId}`)).status).toBe(200);
  });
});

it("the right to a field is refused when its value changes, and not when it stays", async () => {
  const { body } = await two.send("GET", "/api/admins/3");
  const reseller = await master.send("GET", "/api/admins/5");
  expect(reseller.status).toBe(200);
  const put = await two.send("PUT", "/api/admins/3", { ...body, email: "changed@example.org" });
  expect(put.status, put.text).toBe(204);
  expect((await two.send("PUT", "/api/admins/3", { ...body, is_master: false })).status).toBe(403);
});

describe("secrets", () => {
  it("are stored as a hash where people log in with them, and never shown", async () => {
    const id = await master.create("admins", {
      reseller_id: 1,
      login: "newcomer",
      email: "newcomer@example.org",
      role: "admin",
      password: testPassword,
    });
    expect((await stored("admins", id)).password).toMatch(/^\$argon2id\$/);
    for (const url of [`/api/admins/${id}`, "/api/admins/?rows=100", `/api/admins/${id}/journal/`]) {
      const { text } = await master.send("GET", url);
      expect(text).not.toContain("argon2");
      expect(text).not.toContain(testPassword);
    }
    const login = await platform.anonymous.send("POST", "/login_jwt", { username: "newcomer", password: testPassword });
    expect(login.status).toBe(200);
  });

  it("keep their value when a replacement leaves them out", async () => {
    const { body } = await master.send("GET", "/api/admins/2");
    const before = await stored("admins", 2);
    expect((await master.send("PUT", "/api/admins/2", { ...body, email: "own@example.org" })).status).toBe(204);
    expect((await stored("admins", 2)).password).toBe(before.password);
  });

  it("can be patched though nobody can read them, and are starred in messages and journal", async () => {
    const weak = await master.send("PATCH", "/api/admins/2", [
      { op: "replace", path: "/password", value: "weak-secret" },
    ]);
    expect(weak.status).toBe(422);
    expect(weak.text).not.toContain("weak-secret");
    const value = "Better-horse10";
    const changed = await master.send("PATCH", "/api/admins/2", [{ op: "replace", path: "/password", value }]);
    expect(changed.status).toBe(204);
    // The session ends with the old password; the response has a new one.
    expect((await master.send("GET", "/api/admins/2")).status).toBe(401);
    const renewed = { authorization: `Bearer ${changed.headers["x-renewed-token"]}` };
    const journal = await platform.anonymous.send("GET", "/api/admins/2/journal/?rows=100", undefined, renewed);
    expect(itemsOf(journal, "journal").at(-1)?.changes).toEqual({ password: { before: "***", after: "***" } });
    expect(journal.text).not.toContain(value);
    const restore = [{ op: "replace", path: "/password", value: testPassword }];
    expect((await platform.anonymous.send("PATCH", "/api/admins/2", restore, renewed)).status).toBe(204);
    master = await platform.as("master");
  });
});

it("a secret that the record needs cannot be emptied", async () => {
  const empty = [{ op: "replace", path: "/password", value: null }];
  const reply = await master.send("PATCH", "/api/admins/2", empty);
  expect(reply.body.errors).toMatchObject([{ pointer: "/password", rule: "required" }]);
});

it("the journal tells who changed what, before and after", async () => {
  const id = await two.create("customercontacts", contact({ city: "Graz" }));
  await two.send("PATCH", `/api/customercontacts/${id}`, [{ op: "replace", path: "/city", value: "Wien" }]);
  await two.send("DELETE", `/api/customercontacts/${id}`);
  const reply = await two.send("GET", `/api/customercontacts/${id}/journal/`);
  const entries = itemsOf(reply, "journal");
  expect(entries.map(({ operation }) => operation)).toEqual(["create", "update", "delete"]);
  expect(entries[1]).toMatchObject({
    username: "resellerTwo",
    user_id: 3,
    resource_name: "customercontacts",
    resource_id: id,
    changes: { city: { before: "Graz", after: "Wien" } },
  });
  const one = await two.send("GET", `/api/customercontacts/${id}/journal/${entries[1]?.id}`);
  expect(one.body).toMatchObject({ id: entries[1]?.id, operation: "update" });
  const three = await platform.as("resellerThree");
  expect((await three.send("GET", `/api/customercontacts/${id}/journal/`)).status).toBe(404);
  const care = await platform.as("care");
  expect((await care.send("GET", `/api/customercontacts/${id}/journal/`)).status).toBe(403);
  expect((await two.send("DELETE", `/api/customercontacts/${id}/journal/`)).status).toBe(405);
});

it("derived columns follow the record they are copied from, on and on", async () => {
  const set_id = await master.create("rewriterulesets", { reseller_id: 2, name: "moving" });
  const id = await master.create("rewriterules", {
    set_id,
    match_pattern: "^1",
    replace_pattern: "2",
    description: "x",
  });
  expect(await stored("rewriterules", id)).toMatchObject({ reseller_id: 2, row_version: 1 });
  const move = [{ op: "replace", path: "/reseller_id", value: 3 }];
  expect((await master.send("PATCH", `/api/rewriterulesets/${set_id}`, move)).status).toBe(204);
  expect(await stored("rewriterules", id)).toMatchObject({ reseller_id: 3, row_version: 2 });
  expect((await two.send("GET", `/api/rewriterules/${id}`)).status).toBe(404);
});
