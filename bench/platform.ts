import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CompiledQuery } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server.ts";
import { startBare } from "./bare.ts";
import { captureSql, type LoadRequest, type StatementsByRequest } from "./captureSql.ts";
import { compareThroughput, requestToken, type Target } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds, perSecond } from "./report.ts";

const SIZES = [10_000, 1_000_000];
const LOAD = { rounds: 5, seconds: 3 };
/** Positions in the table to read and update at; enough to avoid conflicts between connections. */
const POSITIONS = 10;
const RECORDS_PER_POSITION = 20;
const PAGE_ROUNDS = 15;

/** The platform on PostgreSQL against a bare handler with the same statements, each in its own process. */
export async function benchPlatform(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const figures: Figure[] = [];
  try {
    let seeded = 0;
    for (const size of SIZES) {
      await seed(postgres.url, size - seeded);
      seeded = size;
      figures.push(...(await benchSize(postgres.url, folder, size, size === SIZES.at(-1))));
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

async function seed(databaseUrl: string, count: number): Promise<void> {
  const database = await openDatabase({ databaseUrl });
  await prepareDatabase(database.kysely);
  await seedScale(database, count);
  // Otherwise autovacuum may run during a measurement.
  await database.kysely.executeQuery(CompiledQuery.raw("vacuum"));
  await database.close();
}

async function benchSize(databaseUrl: string, folder: string, size: number, isLargest: boolean): Promise<Figure[]> {
  const server = await startServer({ dataDir: folder, env: { DATABASE_URL: databaseUrl } });
  try {
    const password = server.passwords.get(LOGIN) ?? "";
    const ours: Target = { url: server.url, token: await requestToken(server.url, LOGIN, password) };
    const { total, requests } = await plan(ours);
    const statements = await captureSql({ databaseUrl, login: LOGIN, password }, Object.values(requests).flat());
    const bare = await startBareHandler(databaseUrl, folder, statements);
    const figures: Figure[] = [];
    try {
      for (const [name, list] of Object.entries(requests)) {
        const rates = await compareThroughput({ ours, bare: { url: bare.url } }, list, LOAD);
        figures.push({
          name: `${name}, ${size.toLocaleString("en")} subscribers`,
          ours: perSecond(rates.ours),
          baseline: perSecond(rates.bare),
          value: rates.ours / rates.bare,
          ...(name === "update" ? {} : { bound: { atLeast: 0.5 } }),
        });
      }
    } finally {
      await bare.stop();
    }
    return isLargest ? [...figures, await comparePages(ours, total)] : figures;
  } finally {
    await server.stop();
  }
}

/** Requests of each kind, spread over the whole table. */
async function plan(target: Target): Promise<{ total: number; requests: Record<string, LoadRequest[]> }> {
  const { total_count: total } = await getJson<{ total_count: number }>(target, "/api/subscribers/?page=1&rows=1");
  const pages = Math.floor(total / RECORDS_PER_POSITION);
  const paths: string[] = [];
  for (let place = 0; place < POSITIONS; place++) {
    const page = Math.floor((place * pages) / POSITIONS) + 1;
    const query = `page=${page}&rows=${RECORDS_PER_POSITION}&no_count=1`;
    const { _embedded } = await getJson<Page>(target, `/api/subscribers/?${query}`);
    for (const { id } of _embedded["ngcp:subscribers"]) paths.push(`/api/subscribers/${id}`);
  }
  return {
    total,
    requests: {
      "list with total": [{ method: "GET", path: "/api/subscribers/?page=1&rows=10" }],
      "get by id": paths.map((path) => ({ method: "GET", path })),
      update: paths.map((path) => ({
        method: "PATCH",
        path,
        body: [{ op: "replace", path: "/display_name", value: "Bench <n>" }],
      })),
    },
  };
}

interface Page {
  readonly _embedded: { readonly "ngcp:subscribers": readonly { readonly id: number }[] };
}

async function comparePages(target: Target, total: number): Promise<Figure> {
  const [first, last]: [number[], number[]] = [[], []];
  const timed = async (page: number) => {
    const started = performance.now();
    await getJson(target, `/api/subscribers/?page=${page}&rows=10`);
    return performance.now() - started;
  };
  for (let round = 0; round < PAGE_ROUNDS; round++) {
    first.push(await timed(1));
    last.push(await timed(Math.ceil(total / 10)));
  }
  return {
    name: `last page against the first, ${total.toLocaleString("en")} rows`,
    ours: milliseconds(median(last)),
    baseline: milliseconds(median(first)),
    value: median(last) / median(first),
    bound: { atMost: 3 },
  };
}

async function getJson<T>({ url, token }: Target, path: string): Promise<T> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function startBareHandler(databaseUrl: string, folder: string, statements: StatementsByRequest) {
  const file = join(folder, "statements.json");
  await writeFile(file, JSON.stringify(statements));
  return startBare(fileURLToPath(new URL("bareHandler.ts", import.meta.url)), [databaseUrl, file]);
}
