import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { CompiledQuery } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/seed/prepareDatabase.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { type Server, startServer } from "../tests/support/server.ts";
import type { After } from "./scenario.ts";

export const LOGIN = "administrator";

export interface Request {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

/** A server and the token for its requests. */
export interface Target {
  readonly url: string;
  readonly token?: string;
}

/** The built product, and its administrator's token. */
export type Platform = Server & Required<Target>;

export async function makeFolder(after: After): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function startDatabase(after: After): Promise<string> {
  const postgres = await startPostgres();
  after(() => postgres.stop());
  return postgres.url;
}

/** Fills a database of the embedded engine or of PostgreSQL and starts the product with it; demonstration data by default. */
export async function startPlatform<Rows>(
  after: After,
  engine: "embedded" | "PostgreSQL",
  fill?: (database: Database) => Promise<Rows>,
): Promise<Platform & { readonly rows: Rows | undefined; readonly databaseUrl: string | undefined }> {
  const dataDir = await makeFolder(after);
  const databaseUrl = engine === "embedded" ? undefined : await startDatabase(after);
  let rows: Rows | undefined;
  if (fill) {
    const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
    await prepareDatabase(database.kysely);
    rows = await fill(database);
    await vacuum(database);
    await database.close();
  }
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  return { ...(await startNode(after, dataDir, env)), rows, databaseUrl };
}

/** Starts the product with what its folder or database has. */
export async function startNode(after: After, dataDir: string, env: Record<string, string> = {}): Promise<Platform> {
  const server = await startServer({ dataDir, env });
  after(() => server.kill());
  return { ...server, token: await logIn(server, LOGIN) };
}

/** Otherwise autovacuum may run during a measurement. */
export async function vacuum({ kysely }: Database): Promise<void> {
  await kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
}

/** Creates and opens an empty database of the server. */
export async function createDatabase(after: After, serverUrl: string, name: string): Promise<Database> {
  const server = await openDatabase({ databaseUrl: serverUrl });
  await server.kysely.executeQuery(CompiledQuery.raw(`create database ${name}`));
  // Speeds up index builds; queries do not use it.
  await server.kysely.executeQuery(CompiledQuery.raw(`alter database ${name} set maintenance_work_mem = '1GB'`));
  await server.close();
  const database = await openDatabase({ databaseUrl: serverUrl.replace(/postgres$/, name) });
  after(() => database.close());
  await prepareDatabase(database.kysely);
  return database;
}

/** Returns an API token. */
export async function logIn({ url, passwords }: Server, username: string): Promise<string> {
  const body = { username, password: passwords.get(username) ?? "" };
  return (await sendJson<{ jwt: string }>({ url }, { method: "POST", path: "/login_jwt", body })).jwt;
}

/** Sends a request and returns its JSON, `{}` where there is none; throws if it is refused. */
export async function sendJson<Answer>({ url, token }: Target, { method, path, body }: Request): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": typeOf(method, body) }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text.startsWith("{") ? JSON.parse(text) : {}) as Answer;
}

/** Texts are CSV. */
function typeOf(method: string, body: unknown): string {
  if (typeof body === "string") return "text/csv";
  return method === "PATCH" ? "application/json-patch+json" : "application/json";
}

/** A request that replaces one field; under load `<n>` is another number each time. */
export function replace(path: string, field: string, value: unknown): Request {
  return { method: "PATCH", path, body: [{ op: "replace", path: `/${field}`, value }] };
}

/** Sends the requests in turn over ten connections and returns how many a second. Throws if any fails. */
export async function load(
  { url, token }: Target,
  requests: readonly Request[],
  until: { readonly duration: number } | { readonly amount: number },
): Promise<number> {
  let sent = 0;
  const result = await autocannon({
    ...{ url, ...until, connections: 10 },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = requests[sent++ % requests.length] as Request;
          if (body === undefined) return { ...request, method, path };
          const headers = { ...request.headers, "content-type": typeOf(method, body) };
          return { ...request, method, path, headers, body: JSON.stringify(body).replaceAll("<n>", String(sent)) };
        },
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${sent} failed at ${url}: ${JSON.stringify(result.statusCodeStats)}`);
  return result.requests.average;
}
