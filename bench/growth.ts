import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../src/generated/database.gen.ts";
import { tables } from "../src/generated/tables.gen.ts";
import { buildPlatform } from "../src/platform/app.ts";
import {
  createPartitions,
  dropPartition,
  isPartitioned,
  listPartitions,
  type Partitioned,
  startOfUtcMonth,
} from "../src/platform/db/partitions.ts";
import { transaction } from "../src/platform/db/statements.ts";
import { DEMONSTRATION_PASSWORD, seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { withoutIndexes } from "../src/platform/seed/insertRows.ts";
import { Api } from "../tests/support/api.ts";
import { type After, type Bound, durationRatio, type Measured, measureMs, scenario } from "./scenario.ts";
import { createDatabase, LOGIN, startDatabase, vacuum } from "./support.ts";

const MONTHS = 24;

interface Calls {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  /** Day, customer and subscriber of the last call. */
  readonly day: string;
  readonly customer: number | null;
  readonly subscriber: number | null;
}

/** The latest first, as the panel asks for them. */
const sorted = "rows=25&quick_count=1&order_by=start_time&order_by_direction=desc";
const pages: Readonly<Record<string, (calls: Calls) => string>> = {
  "calls by time": () => `calls/?${sorted}`,
  "calls of a day, counted": ({ day }) => `calls/?rows=25&start_ge=${day}`,
  "unanswered calls": () => `calls/?${sorted}&call_status=busy,cancel`,
  "calls by number": () => `calls/?${sorted}&number=4420794600*`,
  "calls of a customer": ({ customer }) => `calls/?${sorted}&customer_id=${customer}`,
  "call list of a subscriber": ({ subscriber }) => `calllists/?${sorted}&subscriber_id=${subscriber}`,
  "call list of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}`,
  "1,000 calls of an export": () => "calls/?rows=1000&quick_count=1&order_by=start_time&order_by_direction=desc",
};
const ratios = Object.fromEntries(Object.keys(pages).map((name) => [name, { atMost: 3, unit: "times" }] as const));

/** Pages of calls in a partition per month, against a hundredth of them, and the end of three months while 50 calls a second are written. */
export const growth = scenario({
  name: "growth",
  isAlone: true,
  rows: 10_000_000,
  setup: async (after, rows) => {
    const url = await startDatabase(after);
    return { small: await openCalls(after, url, Math.ceil(rows / 100)), large: await openCalls(after, url, rows) };
  },
  run: async ({ small, large }) => {
    const measured: Record<string, number> = {};
    for (const [name, queryOf] of Object.entries(pages))
      measured[name] = await durationRatio(
        () => measureMs(() => requestCalls(small, queryOf(small))),
        () => measureMs(() => requestCalls(large, queryOf(large))),
      );
    return { ...measured, ...(await dropMonths(large.db)) };
  },
  unit: "ms",
  bound: {
    ...(ratios as Record<string, Bound>),
    "dropping a month": { atMost: 1000 },
    "slowest write meanwhile": { atMost: 1000 },
  },
});

function partitionedCalls(): Partitioned {
  const calls = tables.filter(isPartitioned).find(({ name }) => name === "calls");
  if (!calls) throw new Error("calls have no partitions");
  return calls;
}

async function openCalls(after: After, url: string, size: number): Promise<Calls> {
  const database = await createDatabase(after, url, `calls${size}`);
  const db = database.kysely;
  const now = new Date();
  const months = Array.from({ length: MONTHS + 3 }, (_, index) => startOfUtcMonth(now, index + 1 - MONTHS));
  await createPartitions(db, partitionedCalls(), months);
  await seedDemonstration(database);
  await transaction(db, (trx) => withoutIndexes(trx, ["calls"], () => multiplyCalls(trx, size, months[0] ?? now, now)));
  await vacuum(database);
  const last = await db
    .selectFrom("calls")
    .select(["start_time", "source_customer_id as customer", "source_subscriber_id as subscriber"])
    .where("source_subscriber_id", "is not", null)
    .where("start_time", "<=", now.toISOString())
    .orderBy("start_time", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  after(() => app.close());
  console.error(`${size} calls are there`);
  return { ...last, api: await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD), db, day: last.start_time.slice(0, 10) };
}

/** Repeats the calls of the demonstration, evenly between two times. */
async function multiplyCalls(db: Parameters<typeof withoutIndexes>[0], size: number, from: Date, to: Date) {
  const varied = ["id", "call_id", "destination_user_in", "init_time", "start_time"];
  const columns = partitionedCalls().columns.map(({ name }) => name);
  const same = sql.join(columns.filter((name) => !varied.includes(name)).map((name) => sql.ref(name)));
  const step = (to.getTime() - from.getTime()) / size;
  const time = sql`${from}::timestamptz + n * ${step}::double precision * interval '1 millisecond'`;
  await sql`
    with template as materialized (select *, row_number() over (order by id) - 1 as place from calls)
    insert into calls (${same}, call_id, destination_user_in, init_time, start_time)
    select ${same}, call_id || '-' || n, left(destination_user_in, 6) || lpad((n % 1000000)::text, 6, '0'), ${time}, ${time}
    from generate_series(1, ${size}::integer) as n
    join template on place = n % (select count(*) from template)`.execute(db);
}

async function requestCalls({ api }: Calls, query: string): Promise<void> {
  const { status, text } = await api.request("GET", `/api/${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
}

/** Drops the oldest months while calls are written, whether or not those before have been answered. */
async function dropMonths(db: Kysely<Tables>): Promise<Measured> {
  const { id: _, ...call } = await db.selectFrom("calls").selectAll().limit(1).executeTakeFirstOrThrow();
  const written: Promise<number>[] = [];
  const writing = setInterval(() => {
    const now = new Date();
    const row = { ...call, init_time: now, start_time: now };
    written.push(
      measureMs(() =>
        db
          .insertInto("calls")
          .values(row as never)
          .execute(),
      ),
    );
  }, 20);
  const drops: number[] = [];
  for (const partition of (await listPartitions(db, partitionedCalls())).slice(0, 3)) {
    drops.push(await measureMs(() => dropPartition(db, partition)));
    await pause(1000);
  }
  clearInterval(writing);
  return {
    "dropping a month": Math.max(...drops),
    "slowest write meanwhile": Math.max(...(await Promise.all(written))),
  };
}
