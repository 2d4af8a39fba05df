import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { tables } from "../src/generated/tables.gen.ts";
import {
  dropPartition,
  isPartitioned,
  listPartitions,
  makeThese,
  startOfMonth,
} from "../src/platform/db/partitions.ts";
import { benchPages, type CallPages, type CallSetup, openCalls, sorted } from "./callPages.ts";
import { type Figure, milliseconds } from "./report.ts";
import { writeSteadily } from "./steadyWrites.ts";
import { withTwoSizes } from "./twoSizes.ts";

/** Calls in the two databases; override with ROWS="10000,1000000". */
const SIZES = (process.env.ROWS ?? "100000,10000000").split(",").map(Number);
const MONTHS = 24;
const DROP_MS = 1000;

/** Pages of calls in a partition per month, with a hundred times as many of them, and the end of a month. */
export async function benchGrowth(): Promise<Figure[]> {
  return withTwoSizes(SIZES, openSetup, async (small, large) => [
    ...(await benchPages(pages, small, large)),
    ...(await benchDrop(large)),
  ]);
}

const pages: CallPages = {
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

const [calls] = tables.filter(isPartitioned).filter(({ name }) => name === "calls");

async function openSetup(serverUrl: string, size: number): Promise<CallSetup> {
  const partitioned = calls;
  if (!partitioned) throw new Error("calls have no partitions");
  const now = new Date();
  const months = Array.from({ length: MONTHS + 3 }, (_, at) => startOfMonth(now, at + 1 - MONTHS));
  const from = months[0] ?? now;
  const setup = await openCalls(serverUrl, {
    ...{ name: `growth${size}`, size, until: now },
    prepare: ({ kysely }) => makeThese(kysely, partitioned, months),
    times: { from, step: (now.getTime() - from.getTime()) / size },
  });
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(setup.database.kysely);
  console.error(`size of the database: ${rows[0]?.size}`);
  return setup;
}

/** Drops the oldest months while calls are written: how long each takes, and the slowest write meanwhile. */
async function benchDrop({ database: { kysely: db }, subscriber }: CallSetup): Promise<Figure[]> {
  if (!calls) throw new Error("calls have no partitions");
  const template = await db
    .selectFrom("calls")
    .selectAll()
    .where("source_subscriber_id", "=", subscriber)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: _, ...row } = template;
  const writing = writeSteadily(() =>
    db
      .insertInto("calls")
      .values({ ...row, init_time: new Date(), start_time: new Date() })
      .execute(),
  );
  await pause(2000);
  const slowestWrite = () => Math.max(...writing.acknowledged.map(({ ms }) => ms));
  const before = slowestWrite();
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
  const failed = await writing.end();
  const slowest = Math.max(...drops);
  return [
    {
      name: `dropping a month of ${Math.round(dropped / drops.length)} calls, slowest of ${drops.length}`,
      ours: milliseconds(slowest),
      value: slowest,
      bound: { atMost: DROP_MS },
    },
    {
      name: `slowest of ${writing.acknowledged.length} writes meanwhile, against the 2 s before`,
      ours: milliseconds(slowestWrite()),
      baseline: milliseconds(before),
      value: slowestWrite(),
      bound: { atMost: DROP_MS },
    },
    { name: "writes that failed", ours: String(failed), value: failed, bound: { atMost: 0 } },
  ];
}
