import { describe, expect, it } from "vitest";
import { platformUntilEnd, testPassword } from "../../testing/platform.ts";

const bans = new Set<string>();
const attempts: string[] = [];

const logIn = (body: unknown, headers?: Record<string, string>) =>
  platform.anonymous.send("POST", "/login_jwt", body, headers);
const get = (url: string, authorization?: string) =>
  platform.anonymous.send("GET", url, undefined, authorization === undefined ? {} : { authorization });

const platform = await platformUntilEnd({
  loginGuard: {
    bannedFor: async (username) => (bans.has(username) ? 120 : 0),
    failed: async (username) => void attempts.push(`${username} failed`),
    succeeded: async (username) => void attempts.push(`${username} succeeded`),
  },
});

describe("logging in", () => {
  it("issues a token with id, name and expiry", async () => {
    const { status, body } = await logIn({ username: "master", password: testPassword });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 2, expires: expect.any(Number) });
    const claims = JSON.parse(Buffer.from(String(body.jwt).split(".")[1] ?? "", "base64url").toString());
    expect(claims).toEqual({ id: 2, username: "master", sid: expect.any(Number), exp: body.expires });
  });

  it("reads a form as well", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await logIn(`username=master&password=${testPassword}`, form)).status).toBe(200);
  });

  it("renews a valid token", async () => {
    const first = await logIn({ username: "master", password: testPassword });
    expect((await logIn({ jwt: first.body.jwt })).body).toMatchObject({ id: 2, jwt: expect.any(String) });
  });

  it("reports the result to the guard and obeys its ban", async () => {
    attempts.length = 0;
    await logIn({ username: "care", password: "wrong" });
    await logIn({ username: "care", password: testPassword });
    expect(attempts).toEqual(["care failed", "care succeeded"]);
    bans.add("care");
    const refused = await logIn({ username: "care", password: testPassword });
    expect(refused.body).toMatchObject({ code: 403, message: "Banned" });
    expect(refused.headers["retry-after"]).toBe("120");
    expect(attempts).toHaveLength(2);
    bans.delete("care");
  });
});

describe("tokens", () => {
  it("survive a restart, because their key is stored", async () => {
    const { body } = await logIn({ username: "master", password: testPassword });
    const { buildPlatform } = await import("../app.ts");
    const again = await buildPlatform({ database: platform.database, settings: { logLevel: "silent" } });
    const reply = await again.inject({ url: "/api/domains/", headers: { authorization: `Bearer ${body.jwt}` } });
    await again.close();
    expect(reply.statusCode).toBe(200);
  });
});

describe("HTTP Basic", () => {
  const basic = (username: string, password: string = testPassword) =>
    `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const send = (method: "GET" | "POST" | "DELETE", url: string, body?: unknown, headers: Record<string, string> = {}) =>
    platform.anonymous.send(method, url, body, { authorization: basic("master"), ...headers });

  it.each(["/api/domains/", "/api/resellers/2", "/api/", "/api/capabilities/", "/api/search/?q=x", "/reseller/ajax"])(
    "opens %s",
    async (url) => {
      expect((await send("GET", url)).status).toBe(200);
      expect((await send("GET", url, undefined, { authorization: basic("reader") })).status).toBe(200);
    },
  );

  it("reads and writes within the account's rights", async () => {
    expect((await send("GET", "/api/platforminfo")).body).toHaveProperty("licenses");
    const created = await send("POST", "/api/domains/", { reseller_id: 2, domain: "basic.example" });
    expect(created.status).toBe(201);
    expect(created.headers["x-renewed-token"]).toBeUndefined();
    const url = String(created.headers.location);
    expect((await send("DELETE", url, undefined, { authorization: basic("reader") })).status).toBe(403);
    expect((await send("DELETE", url)).status).toBe(204);
  });

  it("counts wrong credentials towards a ban, and checks right ones once a minute", async () => {
    attempts.length = 0;
    for (let count = 0; count < 3; count++) {
      expect((await get("/api/domains/", basic("care", "wrong"))).status).toBe(401);
    }
    expect(attempts).toEqual(["care failed", "care failed", "care failed"]);
    attempts.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => get("/api/customers/", basic("care"))));
    expect(attempts).toEqual(["care succeeded"]);
    bans.add("intercept");
    expect((await get("/api/admins/", basic("intercept"))).body).toMatchObject({ code: 403, message: "Banned" });
    bans.delete("intercept");
  });

  it("ends when the password or the account changes", async () => {
    const system = await platform.as("system");
    const login = "basicuser";
    const record = { login, role: "reseller", reseller_id: 2, email: "basic@example.org", password: testPassword };
    const url = String((await system.send("POST", "/api/admins/", record)).headers.location);
    expect((await get("/api/domains/", basic(login))).status).toBe(200);
    const asUser = { authorization: basic(login) };
    expect((await send("POST", "/api/passwordchange/", { new_password: "Another-horse9" }, asUser)).status).toBe(204);
    expect((await get("/api/domains/", basic(login))).status).toBe(401);
    expect((await get("/api/domains/", basic(login, "Another-horse9"))).status).toBe(200);
    expect((await system.send("PATCH", url, [{ op: "replace", path: "/is_active", value: false }])).status).toBe(204);
    expect((await get("/api/domains/", basic(login, "Another-horse9"))).body).toMatchObject({ code: 403 });
  });

  it("is requested by every 401, except from the panel and browsers", async () => {
    const asked = async (headers: Record<string, string>) =>
      (await platform.anonymous.send("GET", "/api/domains/", undefined, headers)).headers["www-authenticate"];
    expect(await asked({})).toBe('Basic realm="api_admin_http"');
    expect(await asked({ authorization: basic("care", "wrong") })).toBe('Basic realm="api_admin_http"');
    expect(await asked({ authorization: "Bearer nonsense" })).toBe('Basic realm="api_admin_http"');
    expect(await asked({ "x-ngcp-admin-ui": "1" })).toBeUndefined();
    expect(await asked({ "sec-fetch-site": "none" })).toBeUndefined();
    expect(await asked({ accept: "text/html" })).toBeUndefined();
  });

  it("is refused on cross-site browser requests", async () => {
    const reply = await send("GET", "/api/domains/", undefined, { origin: "https://evil.example" });
    expect(reply.body).toMatchObject({ code: 403, key: "errors.foreign_origin" });
  });
});

it("roles are refused with Forbidden, which logs nobody out", async () => {
  const reseller = await platform.as("resellerTwo");
  expect((await reseller.send("GET", "/api/resellers/")).body).toMatchObject({ code: 403, message: "Forbidden" });
  expect((await reseller.send("GET", "/api/resellers/2")).status).toBe(403);
});

it("says goodbye to whoever leaves", async () => {
  expect(await get("/ajax_logout")).toMatchObject({ status: 200, body: {} });
});
