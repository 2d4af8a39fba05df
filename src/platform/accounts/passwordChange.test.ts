import { beforeEach, describe, expect, it } from "vitest";
import { errorsOf } from "../../../tests/support/api.ts";
import { basic, day, fresh, PasswordPlatform } from "../../testing/passwords.ts";
import { testPassword } from "../../testing/platform.ts";

const passwords = PasswordPlatform.prepare();

describe("changing the own password", () => {
  it("ends all sessions and gives the caller a new one", async () => {
    const [caller, other] = [await passwords.open.as("master"), await passwords.open.as("master")];
    const reply = await passwords.change(caller, fresh);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    const renewed = { authorization: `Bearer ${reply.headers["x-renewed-token"]}` };
    expect((await caller.send("GET", "/api/admins/2")).status).toBe(401);
    expect((await other.send("GET", "/api/admins/2")).status).toBe(401);
    expect((await passwords.open.anonymous.send("GET", "/api/admins/2", undefined, renewed)).status).toBe(200);
    expect((await passwords.logIn("master", fresh)).status).toBe(200);
  });

  it("is in the journal, without the password", async () => {
    const caller = await passwords.open.as("master");
    await passwords.change(caller, fresh);
    const entries = await (await passwords.open.as("system")).send("GET", "/api/admins/2/journal/");
    expect(entries.text).toContain('"username":"master"');
    expect(entries.text).not.toContain(fresh);
    expect(entries.text).not.toContain("argon2");
  });

  it("is allowed to read-only accounts", async () => {
    expect((await passwords.change(await passwords.open.as("reader"), fresh)).status).toBe(204);
    expect((await passwords.logIn("reader", fresh)).status).toBe(200);
  });

  it("refuses a weak one at the field", async () => {
    const reply = await passwords.change(await passwords.open.as("care"), "Passw0rd!");
    expect(reply.status).toBe(422);
    expect(errorsOf(reply)).toEqual(["/new_password rules.password.common"]);
  });

  it("accepts name and password instead of a session", async () => {
    expect((await passwords.change(passwords.open.anonymous, fresh, basic("master", "wrong"))).status).toBe(403);
    expect((await passwords.change(passwords.open.anonymous, fresh)).status).toBe(401);
    const reply = await passwords.change(passwords.open.anonymous, fresh, basic("master", testPassword));
    expect(reply.status).toBe(204);
    const renewed = { authorization: `Bearer ${reply.headers["x-renewed-token"]}` };
    expect((await passwords.open.anonymous.send("GET", "/api/admins/2", undefined, renewed)).status).toBe(200);
    expect((await passwords.logIn("master", fresh)).status).toBe(200);
  });
});

describe("an expired password", () => {
  beforeEach(async () => {
    Object.assign(passwords.aging, { maxAgeDays: 90, keepLast: 0 });
    await passwords.set("master", { password_changed_at: passwords.now });
  });

  it("allows nothing but changing it", async () => {
    const session = await passwords.open.as("master");
    passwords.wait(90 * day);
    expect((await passwords.logIn("master", testPassword)).status).toBe(200);
    passwords.wait(1000);
    expect((await passwords.logIn("master", testPassword)).body).toMatchObject({
      code: 403,
      message: "Password expired",
    });
    for (const url of ["/api/admins/2", "/api/domains/", "/reseller/ajax"]) {
      const { status, body } = await session.send("GET", url);
      expect([url, status, body.message]).toEqual([url, 403, "Password expired"]);
    }
    expect((await passwords.change(passwords.open.anonymous, fresh, basic("master", testPassword))).status).toBe(204);
    expect((await passwords.logIn("master", fresh)).status).toBe(200);
  });

  it("can be changed within a session", async () => {
    const session = await passwords.open.as("master");
    passwords.wait(91 * day);
    expect((await passwords.change(session, fresh)).status).toBe(204);
  });

  it("is not revealed to callers who do not know it", async () => {
    passwords.wait(91 * day);
    expect((await passwords.logIn("master", "wrong")).body).toMatchObject({ code: 403, message: "User not found" });
  });

  it("includes one of unknown age", async () => {
    expect((await passwords.logIn("care", testPassword)).body).toMatchObject({ message: "Password expired" });
  });

  it("is published with its limit", async () => {
    const { body } = await passwords.open.anonymous.send("GET", "/api/platforminfo");
    expect(body.security).toMatchObject({
      password: { web_max_age_days: 90, web_keep_last_used: 0, allow_recovery: true },
    });
  });

  it("does not exist unless configured", async () => {
    passwords.aging.maxAgeDays = 0;
    passwords.wait(10_000 * day);
    expect((await passwords.logIn("master", testPassword)).status).toBe(200);
  });
});

describe("a reused password", () => {
  const used = ["/new_password rules.business.passwordUsed"];
  const numbered = (number: number) => `Numbered-otter${number}`;
  beforeEach(() => {
    passwords.aging.keepLast = 3;
  });

  it("is refused until enough others were used in between", async () => {
    const set = (from: string, to: string) => passwords.change(passwords.open.anonymous, to, basic("master", from));
    expect(errorsOf(await set(testPassword, testPassword))).toEqual(used);
    await set(testPassword, numbered(1));
    await set(numbered(1), numbered(2));
    expect(errorsOf(await set(numbered(2), testPassword))).toEqual(used);
    await set(numbered(2), numbered(3));
    expect((await set(numbered(3), testPassword)).status).toBe(204);
    expect(await passwords.rows("adminpasswords")).toHaveLength(2);
  });

  it("is refused on every way", async () => {
    const own = await passwords.open.as("master");
    const patch = [{ op: "replace", path: "/password", value: testPassword }];
    expect(errorsOf(await own.send("PATCH", "/api/admins/2", patch))).toEqual([
      "/password rules.business.passwordUsed",
    ]);
    const record = (await own.send("GET", "/api/admins/2")).body;
    expect((await own.send("PUT", "/api/admins/2", { ...record, password: testPassword })).status).toBe(422);
    expect(errorsOf(await passwords.recover(await passwords.tokenFor("master"), testPassword))).toEqual(used);
  });

  it("notes the age on every way", async () => {
    passwords.wait(day);
    const own = await passwords.open.as("master");
    await own.send("PATCH", "/api/admins/2", [{ op: "replace", path: "/password", value: fresh }]);
    const master = (await passwords.rows("admins")).find(({ id }) => id === 2);
    expect(new Date(String(master?.password_changed_at))).toEqual(passwords.now);
  });

  it("is forgotten with its owner", async () => {
    await passwords.change(await passwords.open.as("care"), fresh);
    await passwords.tokenFor("care");
    await (await passwords.open.as("system")).send("DELETE", "/api/admins/7");
    for (const table of ["adminpasswords", "passwordresets"]) {
      expect(await passwords.rows(table)).toEqual([]);
    }
  });
});
