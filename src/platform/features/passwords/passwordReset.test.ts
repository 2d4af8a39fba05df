import { describe, expect, it } from "vitest";
import { errorsOf } from "../../../../tests/support/api.ts";
import { fresh, from, minute, PasswordPlatform } from "../../../testing/passwords.ts";
import { openTestPlatform, type TestLogin, testPassword } from "../../../testing/platform.ts";

const passwords = PasswordPlatform.prepare();

describe("asking for a link", () => {
  it("responds alike to everybody, and mails only accounts that may reset", async () => {
    await passwords.set("care", { can_reset_password: false });
    await passwords.set("resellerTwo", { email: null });
    await passwords.set("resellerThree", { is_active: false });
    const replies = [];
    for (const name of ["nobody", "a\0", "care", "resellerTwo", "resellerThree", "master"])
      replies.push(await passwords.ask(name));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body).toEqual({ success: 1, message: expect.any(String) });
    await passwords.settle();
    expect(passwords.mails).toMatchObject([{ to: "master@example.org", subject: "Reset your password" }]);
    expect(passwords.mails[0]?.text).toMatch(/https:\/\/panel\.example\/#\/recoverpassword\?token=[\w-]{22}\n/);
  });

  it("by a master sends a link that works from any address, to accounts that may reset and that the master manages", async () => {
    const ask = async (login: TestLogin, username: string) =>
      (await passwords.open.as(login)).send("POST", "/api/passwordreset/", { type: "administrator", username });
    await passwords.set("resellerThree", { can_reset_password: false });
    const refused = await ask("master", "resellerThree");
    expect([refused.status, refused.body.message]).toEqual([403, "This user is not allowed to reset password"]);
    expect((await ask("resellerTwo", "resellerThree")).status).toBe(200);
    expect((await ask("master", "resellerTwo")).status).toBe(200);
    await passwords.settle();
    expect(passwords.mails).toHaveLength(1);
    const [mail] = passwords.mails;
    expect(mail).toMatchObject({ to: "resellerTwo@example.org", text: expect.stringContaining("master") });
    const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await passwords.recover(token, fresh, from("198.51.100.9"))).status).toBe(200);

    // For unmanaged accounts a master is treated like anybody.
    await ask("resellerTwo", "master");
    await expect.poll(() => passwords.mails.length).toBe(2);
    const bound = /token=([\w-]+)/.exec(passwords.mails[1]?.text ?? "")?.[1] ?? "";
    expect((await passwords.recover(bound, fresh, from("198.51.100.9"))).status).toBe(403);
  });

  it("never links to a host that the request names", async () => {
    const plain = await openTestPlatform({ ...passwords.settings, publicUrl: null });
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    await plain.anonymous.send("POST", "/api/passwordreset/", { type: "administrator", username: "master" }, headers);
    await expect.poll(() => passwords.mails.length).toBe(1);
    await plain.close();
    expect(passwords.mails[0]?.text).toContain("http://127.0.0.1");
    expect(passwords.mails[0]?.text).not.toContain("evil.example");
  });

  it("writes in the requester's language", async () => {
    const person = { type: "administrator", username: "master" };
    await passwords.post("/api/passwordreset/", person, { cookie: "ngcp_panel_lang=de" });
    await expect.poll(() => passwords.mails.length).toBe(1);
    expect(passwords.mails[0]?.subject).toMatch(/Passwort/);
    expect(passwords.mails[0]?.text).toMatch(/\n\nhttp\S+#\/recoverpassword\?token=[\w-]{22}\n/);
  });

  it("uses the template of the account's reseller, else the platform's, else its own words", async () => {
    const name = "admin_passreset_default_email";
    const template = {
      name,
      from_email: "service@platform.example",
      subject: "For [% admin %]",
      body: "Go: [% url %]",
    };
    const { kysely } = passwords.open.database;
    const templates = [
      { ...template, reseller_id: null },
      { ...template, reseller_id: 2, from_email: "two@reseller.example", body: "[% url %]\n[% password %]" },
      { ...template, reseller_id: 3, name: "other" },
    ];
    await kysely.insertInto("emailtemplates").values(templates).execute();
    try {
      for (const login of ["resellerTwo", "resellerThree"]) await passwords.tokenFor(login);
    } finally {
      await kysely.deleteFrom("emailtemplates").execute();
    }
    await passwords.tokenFor("care");
    expect(passwords.mails).toMatchObject([
      {
        from: "two@reseller.example",
        to: "resellerTwo@example.org",
        subject: "For resellerTwo",
        text: expect.stringMatching(/^https:\/\/panel\.example\/#\/recoverpassword\?token=[\w-]{22}\n$/),
      },
      { from: "service@platform.example", subject: "For resellerThree", text: expect.stringMatching(/^Go: https:/) },
      { subject: "Reset your password" },
    ]);
    expect(passwords.mails[2]).not.toHaveProperty("from");
  });

  it("keeps only a hash of the token", async () => {
    const token = await passwords.tokenFor("master");
    const rows = await passwords.rows("passwordresets");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("ignores a second request until the first link expires", async () => {
    await passwords.tokenFor("master");
    passwords.wait(5 * minute - 1000);
    await passwords.ask("master");
    await passwords.settle();
    expect(passwords.mails).toHaveLength(1);
    passwords.wait(1000);
    await passwords.tokenFor("master");
    expect(passwords.mails).toHaveLength(2);
  });

  it("does nothing for subscribers but respond", async () => {
    const body = { type: "subscriber", username: "master", domain: "example.org" };
    const reply = await passwords.post("/api/passwordreset/", body);
    expect([reply.status, reply.body.success]).toEqual([200, 1]);
    await passwords.settle();
    expect(passwords.mails).toEqual([]);
  });

  it("can be requested again at once when the message could not be sent", async () => {
    passwords.isMailServerDown = true;
    await passwords.tokenFor("master");
    passwords.isMailServerDown = false;
    await expect.poll(() => passwords.rows("passwordresets")).toEqual([]);
    expect((await passwords.recover(await passwords.tokenFor("master"))).status).toBe(200);
  });

  it("is limited by address", async () => {
    for (let count = 0; count < 20; count++) await passwords.ask(`name${count}`);
    const reply = await passwords.ask("name20");
    expect(reply.status).toBe(429);
    expect(reply.body).toMatchObject({
      code: 429,
      key: "errors.rate_limited",
      params: { seconds: expect.any(Number) },
    });
    expect((await passwords.ask("name20", from("192.0.2.2"))).status).toBe(200);
  });
});

describe("using the link", () => {
  it("sets the password once and ends every session", async () => {
    const session = await passwords.open.as("master");
    const token = await passwords.tokenFor("master");
    const reply = await passwords.recover(token);
    expect([reply.status, reply.body]).toEqual([200, { success: 1, message: expect.any(String) }]);
    expect((await session.send("GET", "/api/admins/2")).status).toBe(401);
    expect((await passwords.logIn("master", testPassword)).status).toBe(403);
    expect((await passwords.logIn("master", fresh)).status).toBe(200);
    expect((await passwords.recover(token, "Other-otter9")).status).toBe(403);
  });

  it("works from the requesting address, for 300 seconds", async () => {
    const token = await passwords.tokenFor("master");
    expect((await passwords.recover(token, fresh, from("192.0.2.9"))).status).toBe(403);
    passwords.wait(5 * minute);
    expect((await passwords.recover(token)).status).toBe(403);
    passwords.wait(-1000);
    expect((await passwords.recover(token)).status).toBe(200);
  });

  it.each([
    ["is switched off", { is_active: false }, "errors.reset_token_invalid"],
    ["may not reset any more", { can_reset_password: false }, "errors.password_reset_not_allowed"],
  ])("does not work for who %s", async (_, values, key) => {
    const token = await passwords.tokenFor("master");
    await passwords.set("master", values);
    expect((await passwords.recover(token)).body).toMatchObject({ code: 403, key });
  });

  it("fails without a token, and with an invalid one", async () => {
    expect((await passwords.recover("nonsense")).body).toMatchObject({ code: 403, key: "errors.reset_token_invalid" });
    expect(errorsOf(await passwords.post("/api/passwordrecovery/", {}))).toEqual([
      "/new_password rules.required",
      "/token rules.required",
    ]);
  });
});
