import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Tables } from "../src/generated/database.gen.ts";
import { tables } from "../src/generated/tables.gen.ts";
import { buildPlatform } from "../src/platform/app.ts";
import {
  dropPartition,
  isPartitioned,
  listPartitions,
  makeThese,
  startOfMonth,
} from "../src/platform/db/partitions.ts";
import { transaction } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { withoutIndexes } from "../src/platform/seed/withoutIndexes.ts";
import { Api } from "../tests/support/api.ts";
import { multiplyCalls } from "./calls.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase, ratioOf, withTwoSizes } from "./twoSizes.ts";

/** Calls in the two databases; override with ROWS="10000,1000000". */
const SIZES = (process.env.ROWS ?? "100000,10000000").split(",").map(Number);
const MONTHS = 24;
const ROUNDS = 9;
const BOUND = 3;
/** Writes in a second while a month is dropped. */
const WRITES = 50;
const DROP_MS = 1000;

interface Setup {
  readonly app: FastifyInstance;
  readonly api: Api;
  readonly db: Kysely<Tables>;
  /** Start of the last call. */
  readonly latest: string;
  readonly customer: number;
  readonly subscriber: number;
  close(): Promise<void>;
}

/** Pages of calls in a partition per month, with a hundred times as many of them, and the end of a month. */
export async function benchGrowth(): Promise<Figure[]> {
  return withTwoSizes(SIZES, openSetup, async (small, large) => {
    const figures: Figure[] = [];
    for (const [name, queryOf] of Object.entries(pages)) {
      const times = { small: [] as number[], large: [] as number[] };
      // Takes turns, so that other load on the machine affects both.
      for (let round = 0; round < ROUNDS; round++) {
        times.small.push(await timed(small, queryOf(small)));
        times.large.push(await timed(large, queryOf(large)));
      }
      const [few, many] = [median(times.small), median(times.large)];
      const value = ratioOf({ small: few, large: many });
      const measured = { ours: milliseconds(many), baseline: milliseconds(few), value };
      figures.push({ name, ...measured, bound: { atMost: BOUND } });
      console.error(`${name}: ${measured.ours} (${measured.baseline})`);
    }
    return [...figures, ...(await benchDrop(large))];
  });
}

const sorted = "rows=25&quick_count=1&order_by=start_time&order_by_direction=desc";

const pages: Readonly<Record<string, (setup: Setup) => string>> = {
  "calls by time": () => `calls/?${sorted}`,
  "calls by id": () => "calls/?rows=25&quick_count=1&order_by=id&order_by_direction=desc",
  "calls of a day, counted": ({ latest }) => `calls/?rows=25&start_ge=${latest.slice(0, 10)}`,
  "unanswered calls": () => `calls/?${sorted}&call_status=busy,cancel`,
  "calls by number": () => `calls/?${sorted}&number=4420794600*`,
  "call list of a subscriber": ({ subscriber }) => `calllists/?${sorted}&subscriber_id=${subscriber}`,
  "call list of a subscriber, of a day": ({ subscriber, latest }) =>
    `calllists/?${sorted}&subscriber_id=${subscriber}&start_ge=${latest.slice(0, 10)}`,
  "call list of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}`,
  "calls of a customer": ({ customer }) => `calls/?${sorted}&customer_id=${customer}`,
  "1,000 calls of an export": () => "calls/?rows=1000&quick_count=1&order_by=start_time&order_by_direction=desc",
};

async function timed({ api }: Setup, query: string): Promise<number> {
  const started = performance.now();
  const { status, text } = await api.request("GET", `/api/${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return performance.now() - started;
}

const [calls] = tables.filter(isPartitioned).filter(({ name }) => name === "calls");

async function openSetup(serverUrl: string, size: number): Promise<Setup> {
  if (!calls) throw new Error("calls have no partitions");
  const started = performance.now();
  const database = await createDatabase(serverUrl, `growth${size}`);
  const db = database.kysely;
  await prepareDatabase(db);
  const now = new Date();
  const months = Array.from({ length: MONTHS + 3 }, (_, at) => startOfMonth(now, at + 1 - MONTHS));
  await makeThese(db, calls, months);
  await seedDemonstration(database);
  const from = months[0] ?? now;
  await transaction(db, (trx) =>
    withoutIndexes(trx, ["calls"], () =>
      multiplyCalls(trx, size, { from, step: (now.getTime() - from.getTime()) / size }),
    ),
  );
  await db.executeQuery(CompiledQuery.raw("vacuum analyze calls"));
  const { start_time, source_customer_id, source_subscriber_id } = await db
    .selectFrom("calls")
    .select(["start_time", "source_customer_id", "source_subscriber_id"])
    .where("source_subscriber_id", "is not", null)
    .where("start_time", "<=", now.toISOString())
    .orderBy("start_time", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
  console.error(`${size} calls created in ${Math.round((performance.now() - started) / 1000)} s, ${rows[0]?.size}`);
  const close = async () => {
    await app.close();
    await database.close();
  };
  return {
    ...{ app, api, db, close, latest: start_time },
    ...{ customer: source_customer_id ?? 0, subscriber: source_subscriber_id ?? 0 },
  };
}

/** Drops the oldest months while calls are written: how long each takes, and the slowest write meanwhile. */
async function benchDrop({ db, subscriber }: Setup): Promise<Figure[]> {
  if (!calls) throw new Error("calls have no partitions");
  const template = await db
    .selectFrom("calls")
    .selectAll()
    .where("source_subscriber_id", "=", subscriber)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: _, ...row } = template;
  const writes: number[] = [];
  let failed = 0;
  let isDone = false;
  const open = new Set<Promise<unknown>>();
  const writing = (async () => {
    while (!isDone) {
      const started = performance.now();
      const write = db
        .insertInto("calls")
        .values({ ...row, init_time: new Date(), start_time: new Date() })
        .execute()
        .then(
          () => writes.push(performance.now() - started),
          () => failed++,
        )
        .finally(() => open.delete(write));
      open.add(write);
      await pause(1000 / WRITES);
    }
    await Promise.all(open);
  })();
  await pause(2000);
  const before = Math.max(...writes);
  const drops: number[] = [];
  let dropped = 0;
  for (const partition of (await listPartitions(db, calls)).slice(0, 3)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from ${sql.id(partition.name)}`.execute(db);
    dropped += rows[0]?.count ?? 0;
    const started = performance.now();
    await dropPartition(db, partition);
    drops.push(performance.now() - started);
    await pause(1000);
  }
  isDone = true;
  await writing;
  const slowest = Math.max(...drops);
  return [
    {
      name: `dropping a month of ${Math.round(dropped / drops.length)} calls, slowest of ${drops.length}`,
      ours: milliseconds(slowest),
      value: slowest,
      bound: { atMost: DROP_MS },
    },
    {
      name: `slowest of ${writes.length} writes meanwhile, against the 2 s before`,
      ours: milliseconds(Math.max(...writes)),
      baseline: milliseconds(before),
      value: Math.max(...writes),
      bound: { atMost: DROP_MS },
    },
    { name: "writes that failed", ours: String(failed), value: failed, bound: { atMost: 0 } },
  ];
}
