import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Api } from "../../tests/support/api.ts";
import { describeEnginesOnce } from "../../tests/support/engines.ts";
import { buildPlatform } from "../platform/app.ts";
import type { Database } from "../platform/db/tables.ts";
import { FIRST_LOGIN } from "../platform/seed/demonstration.ts";
import { fillPlatformDatabase } from "./database.ts";
import { tasks } from "./operatorTasks/index.ts";

const network = { host: "0.0.0.0", hasDemonstration: false, isDemonstrationWanted: false };
const own = "My-own-otter8";

let printed: string[] = [];
const folder = await mkdtemp(join(tmpdir(), "patchbay-first-"));
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true, force: true }));

const logIn = (api: Api, username: string, password: string) =>
  api.request("POST", "/login_jwt", { username, password });
const basic = (login: string, password: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}` },
});

/** Logs in for the first time, as the panel does: the initial password only allows setting another one. */
async function firstLogin(api: Api, login: string, given: string): Promise<void> {
  const refused = await logIn(api, login, given);
  expect([refused.status, refused.body?.message]).toEqual([403, "Password expired"]);
  const change = (password: string) =>
    api.request("POST", "/api/passwordchange/", { new_password: password }, basic(login, given));
  expect((await change(given)).status).toBe(422);
  expect((await change(own)).status).toBe(204);
  expect((await logIn(api, login, own)).status).toBe(200);
}

async function platformOn(database: Database, keepLast = 5) {
  const app = await buildPlatform({
    database,
    settings: { logLevel: "silent", passwordAging: { maxAgeDays: 0, keepLast } },
  });
  return { app, api: new Api(app) };
}

describeEnginesOnce((open) => {
  /** What the first start printed and stored. */
  let first: { readonly printed: readonly string[]; readonly admins: readonly { text: string }[] };
  let database: Database;
  let app: FastifyInstance;
  let api: Api;
  beforeAll(async () => {
    database = await open("tables");
    const print = vi.spyOn(console, "log").mockReturnValue();
    expect(await fillPlatformDatabase(database, network)).toEqual([]);
    const { rows } = await sql<{ text: string }>`select admins::text as text from admins`.execute(database.kysely);
    first = { printed: print.mock.calls.map(String), admins: rows };
    // Even when passwords may be reused.
    ({ app, api } = await platformOn(database, 0));
  });
  afterAll(() => app?.close());

  it("an empty database gets one superuser of the role system, whose password is shown once and then changed", async () => {
    const { printed: shown, admins } = first;
    expect(shown).toHaveLength(1);
    const password = shown[0]?.match(/^ {4}administrator {2}(\S+)$/m)?.[1] ?? "";
    expect(password).toHaveLength(16);
    expect(admins).toHaveLength(1);
    expect(admins[0]?.text).not.toContain(password);
    expect(await fillPlatformDatabase(database, network)).toEqual([]);
    expect(printed).toEqual([]);

    await firstLogin(api, FIRST_LOGIN, password);
    const { body } = await logIn(api, FIRST_LOGIN, own);
    const superuser = new Api(app, String(body?.jwt));
    for (const resource of ["resellers", "contracts", "systemcontacts", "billingprofiles", "admins"]) {
      const list = await superuser.list(resource);
      expect([list.status, list.body?.total_count], resource).toEqual([200, 1]);
      const { _links, ...record } = (await superuser.read(resource, 1)).body ?? {};
      const again = await superuser.request("PUT", `/api/${resource}/1`, record);
      expect(again.status, `${resource} ${again.text}`).toBe(204);
    }
    await superuser.create("admins", {
      reseller_id: 1,
      login: "listener",
      role: "lintercept",
      password: "Another7-otter",
    });
  });

  it("takes the first password from a file and shows it nowhere; a weak one stops the start", async () => {
    const database = await open("tables");
    const path = join(folder, `${database.engine}.txt`);
    const settings = { ...network, adminPasswordFile: path };
    await expect(fillPlatformDatabase(database, settings)).rejects.toThrow(/^ADMIN_PASSWORD_FILE cannot be read/);
    await writeFile(path, "secret\n");
    await expect(fillPlatformDatabase(database, settings)).rejects.toThrow(/breaks these rules: minLength/);
    await writeFile(path, "From-the-file8\n");
    await fillPlatformDatabase(database, settings);
    await rm(path);
    // The file is no longer needed.
    await fillPlatformDatabase(database, settings);
    expect(printed).toEqual([]);
    const { app, api } = await platformOn(database);
    await firstLogin(api, FIRST_LOGIN, "From-the-file8");
    await app.close();
  });

  it("exposes well-known passwords to a network only on request", async () => {
    const database = await open("demonstration");
    const here = { ...network, host: "127.0.0.1", hasDemonstration: true };
    expect((await fillPlatformDatabase(database, here)).length).toBeGreaterThan(0);
    await expect(fillPlatformDatabase(database, network)).rejects.toThrow(/^HOST is 0\.0\.0\.0.*DEMO=1/);
    const wanted = { ...network, hasDemonstration: true, isDemonstrationWanted: true };
    expect((await fillPlatformDatabase(database, wanted)).length).toBeGreaterThan(0);
  });

  it("lets the command line create a system account, and reset its password", async () => {
    const run = async (task: "adminCreate" | "adminResetPassword", options: Record<string, string>) => {
      const { result } = await tasks[task]({ database, platform: async () => app }, { options });
      return String((result as { readonly password: string }).password);
    };
    await firstLogin(api, "keeper", await run("adminCreate", { login: "keeper", role: "system" }));
    const { body } = await logIn(api, "keeper", own);
    const record = await new Api(app, String(body?.jwt)).read("admins", Number(body?.id));
    expect(record.body).toMatchObject({ role: "system", is_system: true, is_master: true });
    const next = await run("adminResetPassword", { login: "keeper" });
    expect((await logIn(api, "keeper", own)).body?.message).toBe("User not found");
    expect((await logIn(api, "keeper", next)).body?.message).toBe("Password expired");
    await expect(run("adminCreate", { login: "keeper", role: "admin" })).rejects.toThrow("keeper exists already");
    await expect(run("adminCreate", { login: "x", role: "wizard" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});
