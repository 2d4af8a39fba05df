import { expect, it } from "vitest";
import { platformUntilEnd, type TestLogin, testPassword } from "../../testing/platform.ts";

let now = new Date("2026-03-10T09:30:00Z");

const ask = async (login: TestLogin, body: object) => (await platform.as(login)).send("POST", "/api/authtokens/", body);
const logIn = (token: unknown) => platform.anonymous.send("POST", "/login_jwt", { token });

const platform = await platformUntilEnd({ clock: () => now });

async function make(login: TestLogin, type: string, expires = 10): Promise<string> {
  const { status, body, headers, text } = await ask(login, { type, expires });
  expect(status, text).toBe(201);
  expect([headers.location, body]).toEqual([undefined, { token: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  return String(body.token);
}

it("logs its maker in once", async () => {
  const token = await make("resellerTwo", "onetime");
  const { status, body } = await logIn(token);
  expect([status, body.id]).toEqual([200, 3]);
  const headers = { authorization: `Bearer ${body.jwt}` };
  expect((await platform.anonymous.send("GET", "/api/userinfo/", undefined, headers)).body.role).toBe("reseller");
  const again = await logIn(token);
  expect([again.status, again.body.message]).toEqual([403, "Forbidden!"]);
});

it("logs one of several in that use it at once", async () => {
  const token = await make("master", "onetime");
  const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
});

it("logs in until it expires", async () => {
  const start = now;
  const [lasting, onetime] = [await make("care", "expires"), await make("care", "onetime")];
  expect((await logIn(lasting)).status).toBe(200);
  now = new Date(start.getTime() + 9_999);
  expect((await logIn(lasting)).status).toBe(200);
  now = new Date(start.getTime() + 10_000);
  expect([(await logIn(lasting)).status, (await logIn(onetime)).status]).toEqual([403, 403]);
  // The next one clears up.
  await make("care", "expires");
  const { kysely } = platform.database;
  const left = await kysely.selectFrom("logintokens").select("token_hash").where("admin_id", "=", 7).execute();
  expect(left).toHaveLength(1);
});

it("is stored as a hash, and noted nowhere", async () => {
  const token = await make("master", "expires");
  const { kysely } = platform.database;
  const stored = [
    await kysely.selectFrom("logintokens").selectAll().execute(),
    await kysely.selectFrom("journals").selectAll().execute(),
  ];
  expect(JSON.stringify(stored)).not.toContain(token);
});

it("ends with a new password", async () => {
  const token = await make("resellerThree", "expires");
  const client = await platform.as("resellerThree");
  const headers = { authorization: `Basic ${btoa(`resellerThree:${testPassword}`)}` };
  const changed = await client.send("POST", "/api/passwordchange/", { new_password: "Other-horse-9" }, headers);
  expect(changed.status, changed.text).toBe(204);
  expect((await logIn(token)).status).toBe(403);
});

it("ends with all other sessions, and opens none for an expired password", async () => {
  const ended = await make("master", "expires");
  const { status } = await (await platform.as("master")).send("DELETE", "/api/adminsessions/?admin_id=2");
  expect(status).toBe(204);
  expect((await logIn(ended)).status).toBe(403);

  const token = await make("master", "onetime");
  const admins = platform.database.kysely.updateTable("admins").where("id", "=", 2);
  await admins.set({ password_to_change: true }).execute();
  expect((await logIn(token)).body.key).toBe("errors.password_expired");
  await admins.set({ password_to_change: false }).execute();
  expect((await logIn(token)).status).toBe(200);
});

it("is useless once its maker is disabled", async () => {
  const token = await make("reader", "expires");
  const { kysely } = platform.database;
  await kysely.updateTable("admins").set({ is_active: false }).where("id", "=", 5).execute();
  expect((await logIn(token)).status).toBe(403);
});

it.each([
  [{}, ["/type required", "/expires required"]],
  [{ type: "twice", expires: 0 }, ["/type enum", "/expires minimum"]],
  [{ type: "onetime", expires: "soon" }, ["/expires type"]],
  [{ type: "onetime", expires: 1e10 }, ["/expires maximum"]],
])("refuses %j", async (body, wanted) => {
  const { status, body: answer } = await ask("master", body);
  const errors = answer.errors as unknown as readonly { readonly pointer: string; readonly rule: string }[];
  expect([status, errors.map(({ pointer, rule }) => `${pointer} ${rule}`)]).toEqual([422, wanted]);
});

it.each(["", "0", 7, "0".repeat(32), "\0"])("takes %j for no token", async (token) => {
  expect((await logIn(token)).status).toBeGreaterThanOrEqual(400);
});

it("is nothing for interception", async () => {
  expect((await ask("intercept", { type: "onetime", expires: 10 })).status).toBe(403);
});
