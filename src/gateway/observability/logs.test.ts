import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { DEMONSTRATION_PASSWORD } from "../../platform/seed/demonstration.ts";
import { buildGateway } from "../app.ts";
import { readSettings } from "../settings.ts";

const lines: string[] = [];
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Sent {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
  const { port } = app.server.address() as AddressInfo;
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise<{ status: number; id: string; json: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method, path });
    for (const [name, value] of Object.entries({ "content-type": "application/json", ...headers })) {
      sent.setHeader(name, value);
    }
    sent.once("error", reject).once("response", async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const read = Buffer.concat(parts).toString();
      const isJson = /json/.test(String(answer.headers["content-type"]));
      const id = String(answer.headers["x-request-id"]);
      resolve({ status: answer.statusCode ?? 0, id, json: isJson && read ? JSON.parse(read) : {} });
    });
    sent.end(text);
  });
}

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

const database = await openPrepared("demonstration");
const settings = readSettings({ LOG_LEVEL: "debug", DATA_DIR: "/nonexistent/patchbay" });
const app = await buildGateway(settings, database, { logTo: { write: (line) => lines.push(line) } });
await app.listen({ port: 0, host: "127.0.0.1" });
const token = (
  await send("POST", "/login_jwt", { body: { username: "administrator", password: DEMONSTRATION_PASSWORD } })
).json.jwt as string;

it("writes one line per request: time, level, request, caller, pattern, status and milliseconds", async () => {
  const authorization = `Bearer ${token}`;
  const { id } = await send("GET", "/api/customers/1?rows=1", {
    headers: { authorization, "x-request-id": "proxy-7" },
  });
  expect(id).toBe("proxy-7");
  const [line, ...others] = entries().filter((entry) => entry.request === "proxy-7");
  expect(others).toEqual([]);
  expect(line).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    request: "proxy-7",
    actor: expect.any(Number),
    method: "GET",
    route: "/api/customers/:id",
    status: 200,
    ms: expect.any(Number),
    msg: "request",
  });
});

it.each(["a b", "x".repeat(129), "<script>", "ä"])("gives a request a new id instead of %j", async (given) => {
  const { id } = await send("GET", "/health", { headers: { "x-request-id": Buffer.from(given).toString("latin1") } });
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

it("names the request in the answer of a failure, and in its line", async () => {
  await sql`alter table billingzones rename to billingzones_gone`.execute(database.kysely);
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "failing-1" };
  const { status, json } = await send("GET", "/api/billingzones/", { headers });
  await sql`alter table billingzones_gone rename to billingzones`.execute(database.kysely);
  expect(status).toBe(500);
  expect(json.params).toMatchObject({ request_id: "failing-1" });
  const [failure, line] = entries().filter((entry) => entry.request === "failing-1");
  expect(failure).toMatchObject({ level: "error", incident: expect.any(String), error: { code: "42P01" } });
  expect(line).toMatchObject({ status: 500, route: "/api/billingzones/" });
});

it("has no secrets and no personal data, at its most talkative", async () => {
  const secrets = {
    password: "Pass-Word-Secret-1",
    sip: "Sip-Secret-2",
    otp: "482913",
    token: "Token-Secret-3",
    header: "Header-Secret-4",
    basic: Buffer.from("ada:Basic-Secret-5").toString("base64"),
    cookie: "Cookie-Secret-6",
    name: "Persephone-Nobody",
    mail: "persephone@nobody.example",
    path: "Path-Secret-7",
    agent: "Agent-Secret-8",
    nothing: "not-a-date-Secret-9",
  };
  const { password, otp, name, mail } = secrets;
  const headers = {
    authorization: `Bearer ${token}`,
    "x-other": secrets.header,
    cookie: `patchbay_session=${secrets.cookie}`,
    "user-agent": secrets.agent,
  };
  const subscriber = { username: name, password: secrets.sip, webpassword: secrets.sip, email: mail, domain_id: 1 };
  await Promise.all([
    send("POST", "/login_jwt", { body: { username: name, password, otp } }),
    send("POST", "/login_jwt", { body: { jwt: secrets.token } }),
    send("POST", "/login_jwt", { body: `{"password": "${password}"` }),
    send("GET", "/api/customers/", { headers: { authorization: `Basic ${secrets.basic}` } }),
    send("GET", "/api/customers/", { headers: { authorization: `Bearer ${secrets.token}` } }),
    send("GET", "/api/customers/", { headers: { cookie: headers.cookie } }),
    send("GET", `/api/subscribers/?username=${name}&email=${mail}&password=${password}`, { headers }),
    send("GET", `/api/search/?q=${name}`, { headers }),
    send("POST", "/api/subscribers/", { headers, body: subscriber }),
    send("PATCH", "/api/subscribers/1", { headers, body: [{ op: "replace", path: "/password", value: secrets.sip }] }),
    send("POST", "/api/customercontacts/", { headers, body: { email: mail, reseller_id: secrets.nothing } }),
    send("POST", "/passwordreset", { body: { username: name } }),
    send("GET", `/${secrets.path}/${name}?token=${secrets.token}`, { headers }),
    send("GET", `/api//customers/${secrets.path}/`, { headers }),
    send("GET", `/recoverpassword?token=${secrets.token}`, { headers }),
    send("GET", "/api/calls/?start_ge=not-a-date-Secret-9", { headers }),
  ]);
  // Databases quote the values that they refuse.
  await sql`alter table customers rename column status to state`.execute(database.kysely);
  await send("GET", `/api/customers/?external_id=${name}`, { headers });
  await sql`alter table customers rename column state to status`.execute(database.kysely);
  const failure = await sql`select ${secrets.sip}::text::integer`.execute(database.kysely).catch((error) => error);
  app.log.error(failure);
  app.log.error({ err: failure }, failure.message);
  app.log.error({ error: `550 no such user <${mail}>` }, "mail");
  const logged = lines.join("");
  expect(lines.length).toBeGreaterThan(18);
  for (const [kind, secret] of Object.entries(secrets)) expect(logged, kind).not.toContain(secret);
  expect(logged).not.toContain(token);
  expect(logged).not.toContain(DEMONSTRATION_PASSWORD);
});
