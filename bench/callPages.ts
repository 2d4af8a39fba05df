import type { FastifyInstance } from "fastify";
import { CompiledQuery, sql } from "kysely";
import { buildPlatform } from "../src/platform/app.ts";
import { type Database, transaction } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { withoutIndexes } from "../src/platform/seed/withoutIndexes.ts";
import { Api } from "../tests/support/api.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase, ratioOf } from "./twoSizes.ts";

const ROUNDS = 9;
const BOUND = 3;

/** The latest first, as the panel asks for them. */
export const sorted = "rows=25&quick_count=1&order_by=start_time&order_by_direction=desc";

/** A platform with many calls. */
export interface CallSetup {
  readonly app: FastifyInstance;
  readonly api: Api;
  readonly database: Database;
  /** Start of the last call. */
  readonly latest: string;
  readonly customer: number;
  readonly subscriber: number;
  close(): Promise<void>;
}

/** Queries by the names of their figures. */
export type CallPages = Readonly<Record<string, (setup: CallSetup) => string>>;

interface Filling {
  /** Name of the database. */
  readonly name: string;
  readonly size: number;
  /** Called once there are tables. */
  readonly prepare?: (database: Database) => Promise<unknown>;
  readonly times?: CallTimes;
  /** Calls after this are not looked at. */
  readonly until?: Date;
}

/** Fills a new database of the server with the demonstration's calls, many times over. */
export async function openCalls(serverUrl: string, { name, size, prepare, times, until }: Filling): Promise<CallSetup> {
  const started = performance.now();
  const database = await createDatabase(serverUrl, name);
  const db = database.kysely;
  await prepareDatabase(db);
  await prepare?.(database);
  await seedDemonstration(database);
  await transaction(db, (trx) => withoutIndexes(trx, ["calls"], () => multiplyCalls(trx, size, times)));
  await db.executeQuery(CompiledQuery.raw("vacuum analyze calls"));
  const { start_time, source_customer_id, source_subscriber_id } = await db
    .selectFrom("calls")
    .select(["start_time", "source_customer_id", "source_subscriber_id"])
    .where("source_subscriber_id", "is not", null)
    .$if(until !== undefined, (query) => query.where("start_time", "<=", (until ?? new Date()).toISOString()))
    .orderBy("start_time", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  console.error(`${size} calls created in ${Math.round((performance.now() - started) / 1000)} s`);
  return {
    ...{ app, api, database, latest: start_time },
    ...{ customer: source_customer_id ?? 0, subscriber: source_subscriber_id ?? 0 },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** How long each page takes, and how many times as long with many calls. */
export async function benchPages(pages: CallPages, small: CallSetup, large: CallSetup): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, queryOf] of Object.entries(pages)) {
    const times = { small: [] as number[], large: [] as number[] };
    // Takes turns, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      times.small.push(await timed(small, queryOf(small)));
      times.large.push(await timed(large, queryOf(large)));
    }
    const [few, many] = [median(times.small), median(times.large)];
    const measured = { ours: milliseconds(many), baseline: milliseconds(few) };
    figures.push({ name, ...measured, value: ratioOf({ small: few, large: many }), bound: { atMost: BOUND } });
    console.error(`${name}: ${measured.ours} (${measured.baseline})`);
  }
  return figures;
}

async function timed({ api }: CallSetup, query: string): Promise<number> {
  const started = performance.now();
  const { status, text } = await api.request("GET", `/api/${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return performance.now() - started;
}

interface CallTimes {
  readonly from: Date;
  /** Milliseconds between two calls. */
  readonly step: number;
}

/**
 * Repeats the calls of the demonstration, each a little later than the one before: a second after the latest one, or
 * `step` milliseconds after `from`.
 */
export async function multiplyCalls(
  db: Parameters<typeof withoutIndexes>[0],
  size: number,
  times?: CallTimes,
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
