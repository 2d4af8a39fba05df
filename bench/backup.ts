import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { runPatchbay } from "../tests/support/command.ts";
import { HttpClient } from "../tests/support/httpClient.ts";
import { installedPostgres, startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, milliseconds } from "./report.ts";
import { writeSteadily } from "./steadyWrites.ts";

const SUBSCRIBERS = Number(process.env.SUBSCRIBERS ?? 100_000);
/** `ENGINES=postgres` for one of them. */
const engines = (process.env.ENGINES ?? "embedded,postgres").split(",");
const AROUND_MS = 3_000;

/** Where the product has its data: settings as its environment has them. */
interface Place {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
}

/**
 * A backup while 50 records are created each second, and its restore elsewhere: on the embedded engine, and on PostgreSQL
 * with a server that the installed client programs fit.
 */
export async function benchBackup(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  try {
    const embedded = { DATA_DIR: join(folder, "embedded") };
    const figures = engines.includes("embedded")
      ? await benchPlace("embedded", folder, embedded, { DATA_DIR: join(folder, "restored") })
      : [];
    if (!engines.includes("postgres")) return figures;
    const installed = installedPostgres();
    if (!installed) {
      console.error("PostgreSQL was not tried: no server is installed that pg_dump fits");
      return figures;
    }
    const postgres = await startPostgres(installed);
    try {
      await postgres.createDatabase("restored");
      const DATA_DIR = join(folder, "none");
      const [from, to] = [postgres.urlOf("postgres"), postgres.urlOf("restored")];
      const there = { DATA_DIR, DATABASE_URL: from };
      const name = `PostgreSQL ${installed.major}`;
      return [...figures, ...(await benchPlace(name, folder, there, { DATA_DIR, DATABASE_URL: to }))];
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchPlace(engine: string, folder: string, from: Place, to: Place): Promise<Figure[]> {
  const filling = performance.now();
  await fill(from);
  console.error(`${engine}: filled in ${Math.round((performance.now() - filling) / 1000)} s`);
  const file = join(folder, `${engine}.backup`);
  const made = await backUp(from, file);
  const { size } = await stat(file);
  const began = performance.now();
  await command(["restore", file], to);
  const restored = performance.now() - began;
  await command(["check"], to);
  const missing = await missingIn(to, made.before);
  return [
    { name: `backup of ${SUBSCRIBERS.toLocaleString("en")} subscribers, ${engine}`, ...time(made.took) },
    { name: "its size", ours: `${(size / 2 ** 20).toFixed(1)} MB`, value: size / 2 ** 20 },
    {
      name: `slowest of ${made.during.length} writes meanwhile, against those before`,
      ours: milliseconds(Math.max(...made.during)),
      baseline: milliseconds(Math.max(...made.slowestBefore)),
      value: Math.max(...made.during),
    },
    { name: "writes that failed", ours: String(made.failed), value: made.failed, bound: { atMost: 0 } },
    { name: "restoring it elsewhere, checked before", ...time(restored) },
    {
      name: `writes missing there, of ${made.before.length} acknowledged before`,
      ours: String(missing),
      value: missing,
      bound: { atMost: 0 },
    },
  ];
}

async function fill({ DATA_DIR: dataDir, DATABASE_URL }: Place): Promise<void> {
  const database = await openDatabase(DATABASE_URL === undefined ? { dataDir } : { databaseUrl: DATABASE_URL });
  await prepareDatabase(database.kysely);
  await seedScale(database, SUBSCRIBERS);
  // Otherwise autovacuum may run during a measurement.
  await sql`vacuum analyze`.execute(database.kysely);
  await database.close();
}

interface Made {
  /** Milliseconds of the command. */
  readonly took: number;
  /** What was acknowledged before it was started, and how long those and the writes during it took. */
  readonly before: readonly string[];
  readonly slowestBefore: readonly number[];
  readonly during: readonly number[];
  readonly failed: number;
}

async function backUp(from: Place, file: string): Promise<Made> {
  const { DATA_DIR: dataDir, ...env } = from;
  const server = await startServer({ dataDir, env });
  try {
    const client = await HttpClient.login(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const emailOf = (index: number) => `write${index}@example.org`;
    const writing = writeSteadily((index) => client.create("systemcontacts", { email: emailOf(index) }));
    await pause(AROUND_MS);
    const before = [...writing.acknowledged];
    const began = performance.now();
    await command(["backup", file], from);
    const took = performance.now() - began;
    const failed = await writing.end();
    return {
      took,
      failed,
      before: before.map(({ index }) => emailOf(index)),
      slowestBefore: before.map(({ ms }) => ms),
      during: writing.acknowledged.slice(before.length).map(({ ms }) => ms),
    };
  } finally {
    await server.stop();
  }
}

/** The product on what was restored: how many of these contacts it has not. */
async function missingIn({ DATA_DIR: dataDir, ...env }: Place, emails: readonly string[]): Promise<number> {
  const server = await startServer({ dataDir, env });
  try {
    const client = await HttpClient.login(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const there = new Set((await client.all("systemcontacts")).map(({ email }) => email));
    return emails.filter((email) => !there.has(email)).length;
  } finally {
    await server.stop();
  }
}

async function command(args: readonly string[], place: Place): Promise<void> {
  const { code, complaints, output } = await runPatchbay(args, { ...place });
  if (code !== 0) throw new Error(`patchbay ${args.join(" ")}: ${complaints}${output}`);
}

const time = (ms: number) => ({ ours: `${(ms / 1000).toFixed(1)} s`, value: ms / 1000 });
