import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CompiledQuery } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server.ts";
import { startBare } from "./bare.ts";
import type { LoadRequest } from "./captureSql.ts";
import { compareThroughput, requestToken, type Target } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, perSecond } from "./report.ts";

const CONTACTS = 10_000;
const LOAD = { rounds: 7, seconds: 2 };

/** 10,000 contacts, a twentieth of them terminated: list, get, update and filter. */
export async function benchContacts(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  try {
    const base = await seed(postgres.url);
    const server = await startServer({ dataDir: folder, env: { DATABASE_URL: postgres.url } });
    const bare = await startBare(fileURLToPath(new URL("bareContacts.ts", import.meta.url)), [postgres.url]);
    try {
      const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
      return await compare({ ours: { url: server.url, token }, bare: { url: bare.url } }, base);
    } finally {
      await Promise.all([server.stop(), bare.stop()]);
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the id before the first contact. */
async function seed(databaseUrl: string): Promise<number> {
  const database = await openDatabase({ databaseUrl });
  await prepareDatabase(database.kysely);
  await seedDemonstration(database);
  const { rows } = await database.kysely.executeQuery(
    CompiledQuery.raw(`insert into contacts (reseller_id, firstname, lastname, email, company, street, postcode, city,
        country, phonenumber, status)
      select 1, 'Given ' || n % 97, 'Family ' || n % 991, 'contact' || n || '@example.org', 'Company ' || n % 1987,
        'Street ' || n % 311, (10000 + n % 8999)::text, 'City ' || n % 211, 'DE', '+49 30 ' || 1000000 + n,
        case when n % 20 = 0 then 'terminated' else 'active' end
      from generate_series(1, ${CONTACTS}) n returning id`),
  );
  await database.kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
  await database.close();
  return Number((rows[0] as { readonly id: number }).id) - 1;
}

async function compare(targets: Readonly<Record<"ours" | "bare", Target>>, base: number): Promise<Figure[]> {
  const ids = Array.from({ length: 400 }, (_, index) => base + 1 + index * 20);
  const paths = ids.map((id) => `/api/customercontacts/${id}`);
  const figures: Figure[] = [];
  for (const [name, atLeast, requests] of [
    ["list of 10 with total", 0.65, [read("/api/customercontacts/?page=1&rows=10")]],
    ["get", 0.8, paths.map(read)],
    ["change of a field", 0.45, paths.map(change)],
    ["filter with total", 0.8, ids.map((id) => read(`/api/customercontacts/?page=1&rows=10&email=*tact${id % 1000}*`))],
  ] as const) {
    const rates = await compareThroughput(targets, requests, LOAD);
    figures.push({
      name: `${name}, ${CONTACTS.toLocaleString("en")} contacts`,
      ours: perSecond(rates.ours),
      baseline: perSecond(rates.bare),
      value: rates.ours / rates.bare,
      bound: { atLeast },
    });
  }
  return figures;
}

function read(path: string): LoadRequest {
  return { method: "GET", path };
}

function change(path: string): LoadRequest {
  return { method: "PATCH", path, body: [{ op: "replace", path: "/company", value: "Bench <n>" }] };
}
