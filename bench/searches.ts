import { CompiledQuery, sql } from "kysely";
import { buildPlatform } from "../src/platform/app.ts";
import { openDatabase } from "../src/platform/db/engine.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { Api } from "../tests/support/api.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase } from "./twoSizes.ts";

/** Subscribers, each with three numbers; override with SEARCHED=200000 and SEARCHED_EMBEDDED=10000, 0: not at all. */
const SIZE = Number(process.env.SEARCHED ?? 1_000_000);
const EMBEDDED_SIZE = Number(process.env.SEARCHED_EMBEDDED ?? 100_000);
const ROUNDS = 5;
const BOUND_MS = 100;

/** What people type: parts of numbers in all notations, of names and addresses, frequent ones, and what is nowhere. */
const TEXTS = [
  ...["46011", "0113", "7946 0113", "+999 1 000", "00999", "99910000", "47110", "500000", "000", "00000", "123456789"],
  ...["line", "line4711", "e4711", "4711", "company", "company-4711", "Company 47", "S-4711", "bäckerei", "backerei"],
  ...["scale", "line47@scale", "198.51.100.7", "00:50:c2", "a1b2c3", "a", "47", "no such thing", "zzz", "xyz123"],
];

/** Searches over everything, by parts, on both engines. */
export async function benchSearches(): Promise<Figure[]> {
  const figures: Figure[] = [];
  if (SIZE > 0) {
    const postgres = await startPostgres();
    try {
      figures.push(...(await benchOn(await createDatabase(postgres.url, "searched"), SIZE)));
    } finally {
      await postgres.stop();
    }
  }
  if (EMBEDDED_SIZE > 0) figures.push(...(await benchOn(await openDatabase({}), EMBEDDED_SIZE)));
  return figures;
}

async function benchOn(database: Database, size: number): Promise<Figure[]> {
  const started = performance.now();
  const run = (text: string) => database.kysely.executeQuery(CompiledQuery.raw(text));
  await prepareDatabase(database.kysely);
  await seedScale(database, size);
  await run("vacuum analyze");
  console.error(`${size} subscribers on ${database.engine} in ${seconds(performance.now() - started)}`);
  const rebuilt = await rebuildIndexes(database);
  await run("vacuum analyze");
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  const timings = [];
  for (const text of TEXTS) timings.push({ text, took: await medianOf(() => timeSearch(api, text)) });
  await app.close();
  await database.close();
  timings.sort((one, other) => other.took - one.took);
  for (const { text, took } of timings) console.error(`  ${text}: ${milliseconds(took)}`);
  const [slowest] = timings;
  if (!slowest) throw new Error("no searches");
  const where = `${size.toLocaleString("en")} subscribers, ${database.engine}`;
  const middle = median(timings.map(({ took }) => took));
  return [
    {
      name: `slowest of ${TEXTS.length} searches ("${slowest.text}"), ${where}`,
      ours: milliseconds(slowest.took),
      value: slowest.took,
      ...(database.engine === "postgres" ? { bound: { atMost: BOUND_MS } } : {}),
    },
    { name: `median of them, ${where}`, ours: milliseconds(middle), value: middle },
    { name: `building the indexes of searches, ${where}`, ours: seconds(rebuilt), value: rebuilt },
  ];
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  await measure();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await measure());
  return median(times);
}

async function timeSearch(api: Api, text: string): Promise<number> {
  const started = performance.now();
  const { status, text: body } = await api.request(
    "GET",
    `/api/search/?${new URLSearchParams({ q: text, rows: "5" })}`,
  );
  if (status !== 200) throw new Error(`search for ${text}: ${body}`);
  return performance.now() - started;
}

/** What the first start of a new version does with a database that has other indexes: in milliseconds. */
async function rebuildIndexes({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where indexname like 'pb\_%\_trigram' or indexname like 'pb\_%\_prefix'`.execute(
    kysely,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(kysely);
  await sql`delete from pb_settings where name = 'schema_fingerprint'`.execute(kysely);
  const started = performance.now();
  await prepareDatabase(kysely);
  return performance.now() - started;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
