import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";
import { CompiledQuery, sql } from "kysely";
import { buildPlatform } from "../src/platform/app.ts";
import { transaction } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { withoutIndexes } from "../src/platform/seed/withoutIndexes.ts";
import { Api } from "../tests/support/api.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase, ratioOf, withTwoSizes } from "./twoSizes.ts";

/** Calls in the two databases; override with CALLS="10000,1000000". */
const SIZES = (process.env.CALLS ?? "100000,10000000").split(",").map(Number);
/** Rows of the export; override with EXPORTED. */
const EXPORTED = Number(process.env.EXPORTED ?? 1_000_000);
const ROUNDS = 9;
const BOUND = 3;
/** Maximum growth during the export in megabytes. */
const MAX_MB = 100;

interface Setup {
  readonly app: FastifyInstance;
  readonly api: Api;
  /** Start of the last call. */
  readonly latest: string;
  readonly customer: number;
  readonly subscriber: number;
  close(): Promise<void>;
}

/** First pages of calls with a hundred times as many of them, and an export that is streamed. */
export async function benchCalls(): Promise<Figure[]> {
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
      figures.push({
        ...{ name, ours: milliseconds(many), baseline: milliseconds(few), value },
        bound: { atMost: BOUND },
      });
    }
    return [...figures, ...(await benchExport(large))];
  });
}

const sorted = "rows=25&quick_count=1&order_by=start_time&order_by_direction=desc";

/** First pages as the panel asks for them. */
const pages: Readonly<Record<string, (setup: Setup) => string>> = {
  "calls by time": () => `calls/?${sorted}`,
  "calls of a day": ({ latest }) => `calls/?${sorted}&start_ge=${latest.slice(0, 10)}`,
  "unanswered calls": () => `calls/?${sorted}&call_status=busy,cancel`,
  "calls by number": () => `calls/?${sorted}&number=4420794600*`,
  "calls of a customer": ({ customer }) => `calls/?${sorted}&customer_id=${customer}`,
  "call list of a subscriber": ({ subscriber }) => `calllists/?${sorted}&subscriber_id=${subscriber}`,
  "call list of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}`,
  "answered calls of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}&status=ok`,
};

async function timed({ api }: Setup, query: string): Promise<number> {
  const started = performance.now();
  const { status, text } = await api.request("GET", `/api/${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return performance.now() - started;
}

async function openSetup(serverUrl: string, size: number): Promise<Setup> {
  const started = performance.now();
  const database = await createDatabase(serverUrl, `calls${size}`);
  const { kysely } = database;
  await prepareDatabase(kysely);
  await seedDemonstration(database);
  await transaction(kysely, (trx) => withoutIndexes(trx, ["calls"], () => multiplyCalls(trx, size)));
  await kysely.executeQuery(CompiledQuery.raw("vacuum analyze calls"));
  const { start_time, source_customer_id, source_subscriber_id } = await kysely
    .selectFrom("calls")
    .select(["start_time", "source_customer_id", "source_subscriber_id"])
    .where("source_subscriber_id", "is not", null)
    .orderBy("start_time", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  console.error(`${size} calls created in ${Math.round((performance.now() - started) / 1000)} s`);
  return {
    app,
    api,
    latest: start_time,
    customer: source_customer_id ?? 0,
    subscriber: source_subscriber_id ?? 0,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/**
 * Repeats the calls of the demonstration, each a little later than the one before: a second after the latest one, or
 * `step` milliseconds after `from`.
 */
export async function multiplyCalls(
  db: Parameters<typeof withoutIndexes>[0],
  size: number,
  times?: { readonly from: Date; readonly step: number },
): Promise<void> {
  const time = times
    ? sql`${times.from}::timestamptz + n * ${times.step}::double precision * interval '1 millisecond'`
    : sql`latest + n * interval '1 second'`;
  const columns = sql.raw(
    `source_reseller_id, source_provider_id, source_customer_id, source_subscriber_id, source_user_id, source_user,
     source_domain, source_clir, destination_reseller_id, destination_provider_id, destination_customer_id,
     destination_subscriber_id, destination_user_id, destination_user, destination_domain, destination_user_dialed,
     call_type, call_status, call_code, duration, source_customer_cost, source_reseller_cost, source_carrier_cost,
     source_customer_free_time, source_customer_billing_fee_id, source_customer_billing_zone_id, source_zone,
     destination_customer_cost, rating_status`,
  );
  const numbered = sql.raw("call_id, source_cli, destination_user_in, init_time, start_time");
  await sql`
    with template as materialized (select *, row_number() over (order by id) - 1 as place from calls),
      base as (select count(*) as templates, max(start_time) as latest from calls)
    insert into calls (${columns}, ${numbered})
    select ${columns}, template.call_id || '-' || n, source_cli, left(destination_user_in, 6) || lpad((n % 1000000)::text, 6, '0'),
      ${time}, ${time}
    from base, generate_series(1, ${size}::integer) as n join template on template.place = n % (select templates from base)`.execute(
    db,
  );
}

/** Streams a million calls to a client, and watches the memory of the process. */
async function benchExport({ app, api, latest }: Setup): Promise<Figure[]> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const columns = "@title,start_time,call_status,duration,source_customer_cost,call_id";
  // Calls are a second apart.
  const first = new Date(Date.parse(latest) - EXPORTED * 1000).toISOString();
  const { body } = await api.request("POST", "/login_jwt", { username: LOGIN, password: DEMONSTRATION_PASSWORD });
  const collect = collector();
  /** What is in use when each tenth of the rows begins: garbage comes and goes in waves of 150 MB. */
  const used: number[] = [];
  const note = (lines: number) => {
    if (lines < (used.length * EXPORTED) / 10) return;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    used.push(heapUsed + external);
  };
  const started = performance.now();
  const lines = await countLines(
    `http://127.0.0.1:${port}/api/calls/?format=csv&start_ge=${first}&columns=${columns}`,
    String(body?.jwt),
    note,
  );
  const seconds = (performance.now() - started) / 1000;
  // The first fifth fills caches.
  const [initial = 0, second = 0, ...later] = used;
  const grown = (Math.max(...later) - Math.max(initial, second)) / 2 ** 20;
  return [
    { name: `export of ${lines} calls, s`, ours: `${seconds.toFixed(1)} s`, value: seconds },
    {
      name: "growth of what is in use after a fifth of it, MB",
      ours: `${grown.toFixed(0)} MB`,
      value: grown,
      bound: { atMost: MAX_MB },
    },
  ];
}

/** Collects all garbage at once. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function countLines(url: string, token: string, note: (lines: number) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let lines = 0;
      response.on("data", (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines++;
        note(lines);
      });
      response.on("end", () => resolve(lines - 1)).on("error", reject);
    });
    sent.on("error", reject).end();
  });
}
