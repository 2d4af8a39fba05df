import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  itemsOf,
  openTestPlatform,
  type TestLogin,
  type TestPlatform,
  testPassword,
} from "../../testing/platform.ts";
import { stepOf } from "./secondFactor.ts";

let platform: TestPlatform;
let system: Client;
const failures: string[] = [];
const successes: string[] = [];
const care = 7;

beforeAll(async () => {
  platform = await openTestPlatform({
    loginGuard: {
      bannedFor: async () => 0,
      failed: async (username) => void failures.push(username),
      succeeded: async (username) => void successes.push(username),
    },
  });
  // No account of the demonstration has a login as short as this one's.
  const { kysely } = platform.database;
  await kysely.updateTable("admins").set({ login: "caredesk" }).where("id", "=", care).execute();
  system = await platform.as("system");
});
afterEach(async () => {
  failures.length = 0;
  for (const id of [1, 2, 3, care]) await setFactor(id, false);
});
afterAll(() => platform.close());

async function setFactor(id: number, value: boolean, as = system) {
  const patch = [{ op: "replace", path: "/enable_2fa", value }];
  const reply = await as.send("PATCH", `/api/admins/${id}`, patch);
  // Changing one's own account ends one's own session, too.
  if (id === 1) system = clientOf(String(reply.headers["x-renewed-token"] ?? ""), system);
  return reply;
}

function clientOf(token: string, otherwise: Client): Client {
  if (token === "") return otherwise;
  return {
    ...otherwise,
    send: (method, url, body, headers) =>
      platform.anonymous.send(method, url, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}

const as = (login: TestLogin | "caredesk") => platform.as(login as TestLogin);

const logIn = (username: string, otp?: string) =>
  platform.anonymous.send("POST", "/login_jwt", { username, password: testPassword, ...(otp ? { otp } : {}) });

function basic(username: string, password = testPassword) {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

const askSecret = (username: string, accept = "text/plain", password?: string) =>
  platform.anonymous.send("GET", "/api/otpsecret/", undefined, { ...basic(username, password), accept });

/** The code of an authenticator app, now or some steps away. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sets up a factor and uses its first code. */
async function enrol(id: number, login: string): Promise<string> {
  await setFactor(id, true);
  const secret = (await askSecret(login)).text;
  expect((await logIn(login, codeOf(secret, -1))).status).toBe(200);
  return secret;
}

const read = async (id: number) => (await system.send("GET", `/api/admins/${id}`)).body;

describe("HTTP Basic", () => {
  const get = (code?: string) =>
    platform.anonymous.send("GET", "/api/domains/", undefined, {
      ...basic("resellerTwo"),
      ...(code === undefined ? {} : { "x-otp": code }),
    });

  it("accepts the code in X-OTP, for all requests with it", async () => {
    const secret = await enrol(3, "resellerTwo");
    failures.length = 0;
    expect((await get()).body).toMatchObject({ code: 403, message: "Invalid OTP" });
    expect((await get("000000")).body).toMatchObject({ code: 403, message: "Invalid OTP" });
    expect(failures).toEqual(["resellerTwo", "resellerTwo"]);
    const code = codeOf(secret);
    const replies = await Promise.all([get(code), get(code), get(code)]);
    expect([...replies, await get(code)].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // It has been used for a login.
    expect((await logIn("resellerTwo", code)).body).toMatchObject({ message: "Invalid OTP" });
  });

  it("is not enough once a second factor is required", async () => {
    expect((await get()).status).toBe(200);
    await setFactor(3, true);
    expect((await get()).body).toMatchObject({ code: 403, message: "Invalid OTP" });
  });
});

describe("codes", () => {
  const secret = Secret.fromLatin1("12345678901234567890").base32;

  it("are valid for three steps on either side", async () => {
    const at = new Date(1_111_111_111_000);
    const step = Math.floor(1_111_111_111 / 30);
    const code = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 });
    for (const steps of [-3, -1, 0, 3]) expect(await stepOf(secret, code(steps), at)).toBe(step + steps);
    for (const steps of [-4, 4]) expect(await stepOf(secret, code(steps), at)).toBeUndefined();
  });
});

describe("a login with a second factor", () => {
  it("asks for a code only after the right password, and counts a failure", async () => {
    await enrol(care, "caredesk");
    const wrong = { username: "caredesk", password: "wrong", otp: "000000" };
    expect((await platform.anonymous.send("POST", "/login_jwt", wrong)).body.message).toBe("User not found");
    expect((await logIn("caredesk")).body).toMatchObject({ code: 403, message: "Invalid OTP" });
    expect((await logIn("caredesk", "not a code")).body).toMatchObject({ code: 403, message: "Invalid OTP" });
    expect(failures).toEqual(["caredesk", "caredesk", "caredesk"]);
  });

  it("accepts a code once, and no earlier one", async () => {
    const secret = await enrol(care, "caredesk");
    const code = codeOf(secret, 1);
    expect((await logIn("caredesk", code)).status).toBe(200);
    expect((await logIn("caredesk", code)).body.message).toBe("Invalid OTP");
    expect((await logIn("caredesk", codeOf(secret, 0))).body.message).toBe("Invalid OTP");
    expect((await logIn("caredesk", codeOf(secret, 2))).status).toBe(200);
  });

  it("accepts a code once from concurrent requests", async () => {
    const secret = await enrol(care, "caredesk");
    const code = codeOf(secret, 1);
    const replies = await Promise.all([1, 2, 3, 4].map(() => logIn("caredesk", code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  it("needs no code to continue with a token", async () => {
    const secret = await enrol(care, "caredesk");
    const { body } = await logIn("caredesk", codeOf(secret, 1));
    expect((await platform.anonymous.send("POST", "/login_jwt", { jwt: body.jwt })).status).toBe(200);
  });
});

describe("setting up", () => {
  it("completes at the login, with the first code", async () => {
    await setFactor(care, true);
    expect(await read(care)).toMatchObject({ enable_2fa: true, show_otp_registration_info: true });
    expect((await logIn("caredesk")).body.message).toBe("Invalid OTP");
    const { text, headers } = await askSecret("caredesk");
    expect(text).toMatch(/^[A-Z2-7]{32}$/);
    expect(headers["cache-control"]).toBe("no-store");
    expect((await logIn("caredesk", codeOf(text))).status).toBe(200);
    const done = await read(care);
    expect(done).toMatchObject({ show_otp_registration_info: false, otp_confirmed_at: expect.any(String) });
    const late = await askSecret("caredesk");
    expect([late.status, late.body.key]).toEqual([400, "errors.otp_not_pending"]);
  });

  it("shows a QR code unless text is requested", async () => {
    await setFactor(care, true);
    const reply = await askSecret("caredesk", "image/png");
    expect(reply.headers["content-type"]).toBe("image/png");
    expect(reply.text.slice(1, 4)).toBe("PNG");
  });

  it("is shown to nobody else", async () => {
    await setFactor(care, true);
    expect((await askSecret("caredesk", "text/plain", "wrong")).status).toBe(401);
    expect((await platform.anonymous.send("GET", "/api/otpsecret/")).status).toBe(401);
    // The password alone does not reset the guard's count of wrong codes.
    await enrol(3, "resellerTwo");
    successes.length = 0;
    expect((await askSecret("resellerTwo")).status).toBe(400);
    expect(successes).toEqual([]);
  });

  it("is confirmed within a session, by a code that is then spent", async () => {
    expect((await setFactor(1, true)).status).toBe(204);
    const secret = (await system.send("GET", "/api/otpsecret/", undefined, { accept: "text/plain" })).text;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await system.send("POST", "/api/otpsecret/", { code: "000000" })).body.message).toBe("Invalid OTP");
    const code = codeOf(secret);
    expect((await system.send("POST", "/api/otpsecret/", { code })).status).toBe(204);
    expect((await system.send("POST", "/api/otpsecret/", { code })).status).toBe(400);
    expect((await logIn("system", code)).body.message).toBe("Invalid OTP");
    expect((await read(1)).show_otp_registration_info).toBe(false);
  });

  it("creates a new secret each time, and ends existing sessions", async () => {
    const secret = await enrol(3, "resellerTwo");
    const { body } = await logIn("resellerTwo", codeOf(secret, 1));
    const theirs = clientOf(String(body.jwt), system);
    expect((await theirs.send("GET", "/api/domains/")).status).toBe(200);
    await setFactor(3, false);
    expect((await theirs.send("GET", "/api/domains/")).status).toBe(401);
    expect((await logIn("resellerTwo")).status).toBe(200);
    await setFactor(3, true);
    expect((await askSecret("resellerTwo")).text).not.toBe(secret);
  });

  it("leaves the sessions alone when something else changes", async () => {
    const reseller = await platform.as("resellerTwo");
    await system.send("PATCH", "/api/admins/3", [{ op: "replace", path: "/email", value: "two@example.org" }]);
    expect((await reseller.send("GET", "/api/domains/")).status).toBe(200);
  });

  it("is never asked of interception", async () => {
    await setFactor(6, true);
    expect((await read(6)).enable_2fa).toBe(false);
  });
});

describe("who decides", () => {
  it.each([
    ["master", 3, 204],
    ["resellerTwo", care, 204],
    ["resellerTwo", 4, 404],
    ["caredesk", care, 403],
    ["intercept", 6, 403],
    ["reader", 3, 403],
  ] as const)("%s changes it for %i: %i", async (login, id, status) => {
    expect((await setFactor(id, true, await as(login))).status).toBe(status);
  });

  it.each([
    ["system", care, 204, undefined],
    ["master", care, 204, undefined],
    ["master", 2, 204, undefined],
    ["resellerTwo", care, 204, undefined],
    ["resellerThree", care, 404, "errors.not_found"],
    ["master", 6, 404, "errors.not_found"],
    ["intercept", 6, 403, "errors.master_required"],
    ["caredesk", care, 403, "errors.master_required"],
    ["reader", care, 403, "errors.read_only"],
  ] as const)("%s resets that of %i: %i", async (login, id, status, key) => {
    const client = await as(login);
    const reply = await client.send("DELETE", `/api/otpsecret/?admin_id=${id}`);
    expect([reply.status, reply.body.key]).toEqual([status, key]);
  });

  it("requires the account to reset", async () => {
    expect((await system.send("DELETE", "/api/otpsecret/")).status).toBe(400);
    expect((await platform.anonymous.send("DELETE", `/api/otpsecret/?admin_id=${care}`)).status).toBe(401);
  });

  it("a reset restarts the registration and ends the sessions", async () => {
    const secret = await enrol(care, "caredesk");
    const { body } = await logIn("caredesk", codeOf(secret, 1));
    expect((await system.send("DELETE", `/api/otpsecret/?admin_id=${care}`)).status).toBe(204);
    expect((await clientOf(String(body.jwt), system).send("GET", "/api/domains/")).status).toBe(401);
    expect((await logIn("caredesk", codeOf(secret, 2))).body.message).toBe("Invalid OTP");
    const anew = (await askSecret("caredesk")).text;
    expect(anew).not.toBe(secret);
    expect((await logIn("caredesk", codeOf(anew))).status).toBe(200);
  });
});

describe("the secret", () => {
  it("is in no response, no journal and no list", async () => {
    const secret = await enrol(care, "caredesk");
    await system.send("DELETE", `/api/otpsecret/?admin_id=${care}`);
    const anew = (await askSecret("caredesk")).text;
    await logIn("caredesk", codeOf(anew));
    const answers = await Promise.all(
      [
        "/api/admins/?rows=50",
        `/api/admins/${care}`,
        `/api/journals/admins/${care}`,
        `/api/admins/${care}/journal/`,
        "/api/adminsessions/?expand=admin_id&rows=50",
        "/administrator/ajax?sEcho=1&iDisplayLength=50",
      ].map((url) => system.send("GET", url)),
    );
    for (const { text } of answers) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(anew);
      expect(text).not.toContain("otp_secret");
      expect(text).not.toContain("otp_last_step");
    }
    // An unreadable field cannot be probed by sorting or filtering either.
    expect((await system.send("GET", "/api/admins/?order_by=otp_secret")).text).not.toContain(anew);
    const { kysely } = platform.database;
    const { changes } = await kysely
      .selectFrom("journals")
      .select("changes")
      .where("operation", "=", "update")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(changes).toEqual({ show_otp_registration_info: { before: true, after: false } });
    const journals = await kysely.selectFrom("journals").selectAll().execute();
    expect(JSON.stringify(journals)).not.toContain(anew);
  });

  it("cannot be chosen by anybody", async () => {
    await setFactor(care, true);
    const { text } = await askSecret("caredesk");
    await system.send("PATCH", `/api/admins/${care}`, [{ op: "add", path: "/otp_secret", value: "A".repeat(32) }]);
    await system.send("PATCH", `/api/admins/${care}`, [{ op: "add", path: "/otp_confirmed_at", value: "2020-01-01" }]);
    expect((await askSecret("caredesk")).text).toBe(text);
    expect((await read(care)).show_otp_registration_info).toBe(true);
  });
});

describe("sessions", () => {
  it("are told by program and system", async () => {
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
    const body = { username: "caredesk", password: testPassword };
    await platform.anonymous.send("POST", "/login_jwt", body, { "user-agent": firefox });
    const list = await system.send("GET", `/api/adminsessions/?admin_id=${care}&order_by=id&order_by_direction=desc`);
    expect(itemsOf(list, "adminsessions")[0]).toMatchObject({ program: "Firefox", system: "Linux", is_current: false });
  });

  it("end all but the one that asks", async () => {
    const [one, two] = [await platform.as("resellerTwo"), await platform.as("resellerTwo")];
    const care = await as("caredesk");
    const narrowed = await one.send("DELETE", "/api/adminsessions/?admin_id=3&program=Firefox");
    expect(narrowed.body).toMatchObject({ code: 422, key: "errors.filter_unknown", params: { name: "program" } });
    expect((await one.send("DELETE", "/api/adminsessions/?admin_id=3")).status).toBe(204);
    expect((await one.send("GET", "/api/domains/")).status).toBe(200);
    expect((await two.send("GET", "/api/domains/")).status).toBe(401);
    expect((await one.send("DELETE", "/api/adminsessions/?admin_id=7")).status).toBe(204);
    expect((await care.send("GET", "/api/domains/")).status).toBe(401);
  });

  it("end for nobody else", async () => {
    const two = await platform.as("resellerTwo");
    const three = await platform.as("resellerThree");
    const care = await as("caredesk");
    expect((await three.send("DELETE", "/api/adminsessions/?admin_id=3")).status).toBe(404);
    expect((await care.send("DELETE", "/api/adminsessions/?admin_id=3")).status).toBe(404);
    expect((await (await platform.as("reader")).send("DELETE", "/api/adminsessions/?admin_id=5")).status).toBe(403);
    expect((await three.send("DELETE", "/api/adminsessions/")).status).toBe(400);
    expect((await two.send("GET", "/api/domains/")).status).toBe(200);
  });
});
