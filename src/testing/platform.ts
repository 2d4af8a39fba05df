import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll } from "vitest";
import { createdId, inject, type Method } from "../../tests/support/api.ts";
import { openPrepared } from "../../tests/support/prepared.ts";
import type { Json } from "../core/schema/descriptor.ts";
import type { ResourceModule } from "../core/schema/resourceModule.ts";
import { buildPlatform, type PlatformParts } from "../platform/app.ts";
import type { Replicas } from "../platform/db/replicas.ts";
import type { Database } from "../platform/db/tables.ts";
import { refreshAllStale } from "../platform/records/context.ts";
import { hashSecret } from "../platform/records/secrets.ts";
import type { PlatformSettings } from "../platform/runtime/settings.ts";

/** For tests: a platform in memory with two resellers and an administrator of each kind, and requests to it. */
export interface TestPlatform {
  readonly app: FastifyInstance;
  readonly database: Database;
  as(login: TestLogin): Promise<Client>;
  /** Brings everything up to date, as a running platform does from time to time. */
  refreshStale(): Promise<void>;
  anonymous: Client;
  close(): Promise<void>;
}

export type TestLogin = keyof typeof accounts;

/** An answer whose body is an empty object where there is none. */
export type Reply = Omit<Awaited<ReturnType<typeof inject>>, "body"> & { readonly body: Record<string, Json> };

export interface Client {
  send(method: Method, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Creates a record and returns its id. */
  create(resource: string, record: object): Promise<number>;
}

export const testPassword = "Right-horse9";

const accounts = {
  system: { id: 1, role: "system", reseller_id: 1, is_master: true },
  master: { id: 2, role: "admin", reseller_id: 1, is_master: true },
  resellerTwo: { id: 3, role: "reseller", reseller_id: 2, is_master: true },
  resellerThree: { id: 4, role: "reseller", reseller_id: 3, is_master: true },
  reader: { id: 5, role: "admin", reseller_id: 1, is_master: true, read_only: true },
  intercept: { id: 6, role: "lintercept", reseller_id: 1, is_master: false },
  care: { id: 7, role: "ccare", reseller_id: 2, is_master: false },
} as const;

/** `resources` are served instead of all; `opened` is a database with tables and without rows. */
export async function openTestPlatform(
  settings: Partial<PlatformSettings> = {},
  resources?: Readonly<Record<string, ResourceModule>>,
  opened?: Database,
  replicas?: Replicas,
): Promise<TestPlatform> {
  const database = opened ?? (await openPrepared("tables"));
  await fill(database);
  return serveTestPlatform(database, settings, { resources, replicas });
}

/** The same for all tests of a file, which is closed at its end. */
export async function platformUntilEnd(...parts: Parameters<typeof openTestPlatform>): Promise<TestPlatform> {
  const platform = await openTestPlatform(...parts);
  afterAll(() => platform.close());
  return platform;
}

/** A platform on a database that another one has filled, as a further node is. */
export async function serveTestPlatform(
  database: Database,
  settings: Partial<PlatformSettings>,
  { resources, replicas }: Pick<PlatformParts, "resources" | "replicas"> = {},
): Promise<TestPlatform> {
  let refreshStale: TestPlatform["refreshStale"] = async () => undefined;
  const app = await buildPlatform({
    database,
    extend: async (_, context) => {
      refreshStale = () => refreshAllStale(context);
    },
    ...(resources ? { resources } : {}),
    replicas,
    settings: { logLevel: "silent", ...settings },
  });
  const client = (token?: string): Client => {
    const send: Client["send"] = async (method, url, data, headers) => {
      const isReady = data === undefined || typeof data === "string" || Buffer.isBuffer(data);
      const answer = await inject(app, { method, url, token, headers, body: isReady ? data : JSON.stringify(data) });
      return { ...answer, body: answer.body ?? {} };
    };
    const create = async (resource: string, record: object) =>
      createdId(await send("POST", `/api/${resource}/`, record));
    return { send, create };
  };
  return {
    app,
    database,
    anonymous: client(),
    refreshStale: () => refreshStale(),
    as: async (login) => {
      const { body } = await client().send("POST", "/login_jwt", { username: login, password: testPassword });
      return client(String(body.jwt));
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Records of a collection's answer. */
export function itemsOf(reply: Reply, resource: string): { [key: string]: Json }[] {
  const embedded = reply.body._embedded as { [key: string]: { [key: string]: Json }[] } | undefined;
  return embedded?.[`ngcp:${resource}`] ?? [];
}

async function fill({ kysely }: Database): Promise<void> {
  const password = await hashSecret(testPassword);
  const flags = {
    is_active: true,
    show_passwords: true,
    call_data: true,
    billing_data: true,
    can_reset_password: true,
  };
  const resellers = [1, 2, 3].map((id) => ({ id, contract_id: id, name: `reseller ${id}`, status: "active" as const }));
  const contracts = [1, 2, 3].map((id) => ({
    id,
    contact_id: 1,
    type: "reseller" as const,
    status: "active" as const,
  }));
  const contacts = [{ id: 1, email: "owner@example.org", status: "active" as const }];
  await kysely.insertInto("contacts").values(contacts).execute();
  await kysely.insertInto("contracts").values(contracts).execute();
  await kysely.insertInto("resellers").values(resellers).execute();
  for (const [login, account] of Object.entries(accounts)) {
    await kysely
      .insertInto("admins")
      .values({ read_only: false, ...flags, ...account, login, password, email: `${login}@example.org` })
      .execute();
  }
  for (const table of ["contacts", "contracts", "resellers", "admins"]) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      kysely,
    );
  }
}
