import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { itemsOf, openTestPlatform, platformUntilEnd, testPassword } from "../../testing/platform.ts";
import { buildLoginGuard } from "../accounts/bans.ts";
import { DEFAULT_BAN_POLICY } from "../runtime/settings.ts";

const platform = await platformUntilEnd({ trustedProxies: ["127.0.0.1"] });
const master = await platform.as("master");
beforeEach(async () => {
  await sql`delete from loginattempts`.execute(platform.database.kysely);
});

const logIn = (username: string, password: string, from = "192.0.2.1") =>
  platform.anonymous.send("POST", "/login_jwt", { username, password }, { "x-forwarded-for": from });

/** Failures without a password to check, which would take a while each. */
async function fail(times: number, username: string, from = "192.0.2.1"): Promise<void> {
  const guard = buildLoginGuard(platform.database.kysely, DEFAULT_BAN_POLICY);
  for (let count = 0; count < times; count++) await guard.failed(username, from);
}

describe("logging in", () => {
  it("is refused after five failures even with the right password, and elsewhere it is not", async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await logIn("care", "wrong")).body).toMatchObject({ code: 403, message: "User not found" });
    }
    const refused = await logIn("care", testPassword);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 403, message: "Banned" });
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
    expect((await logIn("care", testPassword, "192.0.2.2")).status).toBe(200);
    expect((await logIn("master", testPassword)).status).toBe(200);
  });

  it("is never refused for long where the platform counts nothing", async () => {
    const open = await openTestPlatform({ loginGuard: null });
    const body = { username: "care", password: "wrong" };
    for (let attempt = 0; attempt < 6; attempt++) await open.anonymous.send("POST", "/login_jwt", body);
    expect((await open.anonymous.send("POST", "/login_jwt", { ...body, password: testPassword })).status).toBe(200);
    await open.close();
  });
});

describe("bans", () => {
  it("are listed by name and by address, with what led to them", async () => {
    await fail(5, "care", "192.0.2.1");
    await fail(6, "care", "2001:db8::1");
    await fail(4, "reader");
    for (let name = 0; name < 50; name++) await fail(1, `guess ${name}`, "198.51.100.1");
    const users = itemsOf(await master.send("GET", "/api/bannedusers/"), "bannedusers");
    expect(users).toMatchObject([
      { id: "care", username: "care", auth_count: 11, ips: ["192.0.2.1", "2001:db8::/64"] },
    ]);
    for (const name of ["last_auth", "banned_until"]) expect(users[0]?.[name]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const addresses = itemsOf(await master.send("GET", "/api/bannedips/"), "bannedips");
    expect(addresses).toMatchObject([{ id: "198.51.100.1", ip: "198.51.100.1", auth_count: 50 }]);
  });

  it("are read and lifted by their own ids, whatever is in them", async () => {
    for (const name of ["care", "a/b?c d%", "ä"]) {
      await fail(5, name);
      const url = `/api/bannedusers/${encodeURIComponent(name)}`;
      const { status, body } = await master.send("GET", url);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: name, username: name, _links: { self: { href: url } } });
      expect((await master.send("DELETE", url)).status).toBe(204);
      expect((await master.send("GET", url)).status).toBe(404);
      expect((await master.send("DELETE", url)).status).toBe(404);
    }
    expect((await logIn("care", testPassword)).status).toBe(200);
  });

  it("of an address are lifted without those of names", async () => {
    const addresses = ["198.51.100.1", "2001:0DB8:0:1:0:0:0:0/64"];
    for (const from of ["198.51.100.1", "2001:db8:0:1::7"]) {
      for (let name = 0; name < 45; name++) await fail(1, `guess ${name}`, from);
      await fail(5, "care", from);
      expect((await logIn("master", testPassword, from)).body).toMatchObject({ message: "Banned" });
    }
    for (const ip of addresses) {
      expect((await master.send("GET", `/api/bannedips/${encodeURIComponent(ip)}`)).status).toBe(200);
      expect((await master.send("DELETE", `/api/bannedips/${encodeURIComponent(ip)}`)).status).toBe(204);
    }
    expect((await logIn("master", testPassword, "2001:db8:0:1:ffff::")).status).toBe(200);
    expect((await logIn("care", testPassword, "198.51.100.1")).body).toMatchObject({ message: "Banned" });
  });

  it("start anew when they are lifted: the next one is the first", async () => {
    await fail(5, "care");
    await master.send("DELETE", "/api/bannedusers/care");
    await fail(4, "care");
    expect((await logIn("care", testPassword)).status).toBe(200);
  });

  it("are told in the journal when they are lifted: who, and what it was", async () => {
    await fail(5, "care");
    await master.send("DELETE", "/api/bannedusers/care");
    const reply = await master.send("GET", "/api/bannedusers/care/journal/");
    expect(itemsOf(reply, "journal").at(-1)).toMatchObject({
      resource_name: "bannedusers",
      resource_id: "care",
      operation: "delete",
      username: "master",
      changes: { username: { before: "care", after: null }, auth_count: { before: 5, after: null } },
    });
    expect((await master.send("GET", "/api/bannedusers/stranger/journal/")).status).toBe(404);
  });
});

describe("a list that is computed", () => {
  beforeEach(async () => {
    for (const [name, times] of [
      ["carl", 5],
      ["anna", 10],
      ["bert", 6],
    ] as const)
      await fail(times, name);
  });
  const ids = async (query: string) =>
    itemsOf(await master.send("GET", `/api/bannedusers/?${query}`), "bannedusers").map(({ id }) => id);

  it("is filtered", async () => {
    expect(await ids("username=*R*")).toEqual(["bert", "carl"]);
    expect(await ids("username=a*")).toEqual(["anna"]);
    expect(await ids("username=ann")).toEqual([]);
    expect(await ids("id=carl,anna")).toEqual(["anna", "carl"]);
    expect(await ids("username=$null")).toEqual([]);
  });

  it("is sorted as texts, by id unless something else is asked for", async () => {
    expect(await ids("")).toEqual(["anna", "bert", "carl"]);
    expect(await ids("order_by=username&order_by_direction=desc")).toEqual(["carl", "bert", "anna"]);
    expect(await ids("order_by=auth_count")).toEqual(["anna", "carl", "bert"]);
    expect(await ids("order_by=nonsense")).toEqual(["anna", "bert", "carl"]);
  });

  it("comes in pages with an honest total", async () => {
    const second = await master.send("GET", "/api/bannedusers/?page=2&rows=2");
    expect(itemsOf(second, "bannedusers").map(({ id }) => id)).toEqual(["carl"]);
    expect(second.body.total_count).toBe(3);
    expect(second.body._links).not.toHaveProperty("next");
    const first = await master.send("GET", "/api/bannedusers/?rows=2&no_count=1");
    expect(first.body.total_count).toBeNull();
    expect(first.body._links).toHaveProperty("next");
  });
});
