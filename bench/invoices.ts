import { sql } from "kysely";
import { resources } from "../src/generated/all.gen.ts";
import { platformActor } from "../src/platform/auth/actor.ts";
import { buildContext } from "../src/platform/buildContext.ts";
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { defaultSettings } from "../src/platform/settings.ts";
import type { Figure } from "./report.ts";

const CALLS = 100_000;
/** An invoice that is made before, as a running process has its code, fonts and database pages in memory. */
const FIRST_CALLS = 1_000;
/** Maximum growth in megabytes. */
const MAX_MB = 100;

/** An invoice of very many calls: how long it takes, and how much the process grows meanwhile. */
export async function benchInvoices(): Promise<Figure[]> {
  const database = await openDatabase({});
  const { kysely } = database;
  await prepareDatabase(kysely);
  await seedDemonstration(database);
  const customer = await kysely
    .selectFrom("invoices")
    .select(["customer_id", "reseller_id", "template_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const addCalls = (count: number, from: string) =>
    sql`insert into calls (source_reseller_id, source_customer_id, source_user_id, call_id, source_cli, destination_user_in,
      call_status, call_type, rating_status, init_time, start_time, duration, source_customer_cost)
    select ${customer.reseller_id}::integer, ${customer.customer_id}::integer, 'own', 'c' || n, '4415550100', '4420' || n,
      'ok', 'call', 'ok', at, at, 60, n * 0.01
    from generate_series(1, ${count}::integer) as n
    cross join lateral (select ${from}::timestamptz + n * interval '20 seconds' as at) as times`.execute(kysely);
  await addCalls(FIRST_CALLS, "2025-05-01T00:00:00Z");
  await addCalls(CALLS, "2025-06-01T00:00:00Z");
  const context = buildContext({ database, resources, settings: defaultSettings, tokens: {} as never });
  const actor = platformActor;
  const make = (period_start: string) =>
    context.inTransaction(actor, (work) => work.make("invoices", { ...customer, period_start, state: "invoice" }));
  await make("2025-05-01T00:00:00Z");
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const started = performance.now();
  const row = await make("2025-06-01T00:00:00Z");
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  const file = await sql<{ size: number }>`
    select octet_length(content) as size from recordfiles where resource_name = 'invoices' and resource_id = ${row.id}`.execute(
    kysely,
  );
  await database.close();
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  const grown = megabytes(most - before);
  const size = megabytes(file.rows[0]?.size ?? 0);
  return [
    { name: "an invoice of 100,000 calls, s", ours: `${seconds.toFixed(1)} s`, value: seconds },
    {
      name: "growth of the process meanwhile, MB",
      ours: `${grown.toFixed(0)} MB`,
      value: grown,
      bound: { atMost: MAX_MB },
    },
    { name: "its PDF, MB", ours: `${size.toFixed(1)} MB`, value: size },
  ];
}
