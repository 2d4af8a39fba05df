import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorsOf } from "../../../../tests/support/api.ts";
import { openTestPlatform, type TestLogin, type TestPlatform } from "../../../testing/platform.ts";
import { buildOutbox, type Mailer } from "../../runtime/mail/mailer.ts";

let platform: TestPlatform;
let folder: string;
let outbox: Mailer;
let isDown: boolean;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "patchbay-test-message-"));
  outbox = buildOutbox(folder, "Patchbay <patchbay@platform.example>", () => {});
  const mailer: Mailer = {
    isOutbox: true,
    send: (mail) => (isDown ? Promise.reject(new Error("mail server unreachable")) : outbox.send(mail)),
  };
  platform = await openTestPlatform({ mailer });
});
beforeEach(() => {
  isDown = false;
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

const template = {
  name: "passreset_default_email",
  from_email: "service@reseller.example",
  subject: "Reset [% subscriber %]",
  body: "Go to\n[% url %]\n",
};
const test = async (login: TestLogin, more: object = {}) =>
  (await platform.as(login)).send("POST", "/api/emailtemplates/test", { ...template, ...more });

describe("a test message", () => {
  it("goes to the caller's own address with sample data, whatever else the request says", async () => {
    const reply = await test("resellerTwo", { to: "somebody@else.example" });
    expect([reply.status, reply.body]).toEqual([200, { to: "resellerTwo@example.org", is_outbox: true }]);
    const [file = "", ...others] = await readdir(folder);
    expect(others).toEqual([]);
    const mail = await readFile(join(folder, file), "utf8");
    expect(mail).toMatch(/^From: service@reseller\.example\r$/m);
    expect(mail).toMatch(/^To: resellerTwo@example\.org\r$/m);
    expect(mail).toMatch(/^Subject: Reset ada@sip\.example\.org\r$/m);
    expect(mail).toMatch(/^https:\/\/panel\.example\/#\/recoverpassword/m);
  });

  it("is refused like the template itself", async () => {
    expect(errorsOf(await test("master", { from_email: "nobody", subject: undefined }))).toEqual([
      "/from_email rules.format.email-or-placeholder",
      "/subject rules.required",
    ]);
    expect(errorsOf(await test("master", { body: "[% secret_key %]" }))).toEqual([
      "/body rules.business.placeholderUnknown",
    ]);
  });

  it.each([
    ["[% WHILE 1 %]x[% END %]", "placeholderCode"],
    ["[% INCLUDE /etc/passwd %]", "placeholderCode"],
    ["[% INSERT '/etc/passwd' %]", "placeholderCode"],
    ["[% PERL %]", "placeholderUnknown"],
  ])("neither loops, reads files nor runs code: %s", async (body, rule) => {
    const before = await readdir(folder);
    expect(errorsOf(await test("master", { body }))).toEqual([`/body rules.business.${rule}`]);
    expect(errorsOf(await test("master", { body: { path: "/etc/passwd" } }))).toEqual(["/body rules.type.string"]);
    expect(await readdir(folder)).toEqual(before);
  });

  it("is only for those who may create templates", async () => {
    expect((await test("care")).status).toBe(403);
    expect((await test("reader")).status).toBe(403);
  });

  it("says why it is not sent", async () => {
    isDown = true;
    expect((await test("master")).body).toMatchObject({ code: 502, key: "errors.mail_failed" });
    const { kysely } = platform.database;
    await kysely.updateTable("admins").set({ email: null }).where("login", "=", "resellerThree").execute();
    expect((await test("resellerThree")).body).toMatchObject({ code: 422, key: "errors.mail_address_missing" });
    const silent = await openTestPlatform({ mailer: null });
    const reply = await (await silent.as("master")).send("POST", "/api/emailtemplates/test", template);
    await silent.close();
    expect(reply.body).toMatchObject({ code: 422, key: "errors.mail_disabled" });
  });
});
