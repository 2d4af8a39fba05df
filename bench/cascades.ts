import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { openDatabase } from "../src/platform/db/engine.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { type ScaleRows, seedScale } from "../src/platform/seed/scale.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server.ts";
import { requestToken, type Target } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, milliseconds } from "./report.ts";
import { type BenchRequest, send, waitsDuring } from "./waits.ts";

const MANY = 2_000;
const MORE = 20_000;
const BOUNDS = { waitMs: 300, moreMs: 60_000 };

/** An operation that affects many rows. */
interface Action {
  readonly name: string;
  readonly subscribers: number;
  /** Creates the target and returns the request. */
  prepare(database: Database): Promise<BenchRequest>;
}

const status = (value: string) => [{ op: "replace", path: "/status", value }];
const patch = (resource: string, value: string) => (id: number) => ({
  method: "PATCH",
  path: `/api/${resource}/${id}`,
  body: status(value),
});

const actions: readonly Action[] = [
  ofReseller("lock a reseller", MANY, patch("resellers", "locked")),
  ofReseller("terminate a reseller", MANY, patch("resellers", "terminated")),
  {
    name: "terminate a customer",
    subscribers: MANY,
    prepare: async (database) => {
      const { resellerId, customerBase } = await seedScale(database, MANY);
      await sql`update subscribers set customer_id = ${customerBase + 1} where reseller_id = ${resellerId}`.execute(
        database.kysely,
      );
      return patch("customers", "terminated")(customerBase + 1);
    },
  },
  {
    name: "delete a domain",
    subscribers: MANY,
    prepare: async (database) => {
      const { resellerId } = await seedScale(database, MANY);
      const { rows } = await sql<{ id: number }>`select id from domains where reseller_id = ${resellerId}`.execute(
        database.kysely,
      );
      return { method: "DELETE", path: `/api/domains/${rows[0]?.id}` };
    },
  },
  ofReseller("terminate a reseller", MORE, patch("resellers", "terminated")),
];

function ofReseller(name: string, subscribers: number, request: (id: number) => BenchRequest): Action {
  return {
    name,
    subscribers,
    prepare: async (database) => request((await seedScale(database, subscribers)).resellerId),
  };
}

/** How long other requests wait while one terminates or locks thousands of rows, on both engines. */
export async function benchCascades(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const postgres = await startPostgres();
  try {
    return [
      ...(await benchEngine("embedded", { dataDir: join(folder, "embedded") }, {})),
      ...(await benchEngine(
        "PostgreSQL",
        { databaseUrl: postgres.url },
        { dataDir: join(folder, "none"), DATABASE_URL: postgres.url },
      )),
    ];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchEngine(
  engine: string,
  place: { readonly dataDir?: string; readonly databaseUrl?: string },
  { dataDir = place.dataDir ?? "", ...env }: { readonly dataDir?: string; readonly DATABASE_URL?: string },
): Promise<Figure[]> {
  const database = await openDatabase(place);
  await prepareDatabase(database.kysely);
  const requests: BenchRequest[] = [];
  for (const action of actions) requests.push(await action.prepare(database));
  const others = await seedScale(database, 100);
  // Otherwise autovacuum may run during a measurement.
  await database.kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
  await database.close();
  const server = await startServer({ dataDir, env });
  try {
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const figures: Figure[] = [];
    for (const [index, action] of actions.entries()) {
      const request = requests[index];
      if (request) figures.push(...(await benchAction(engine, { url: server.url, token }, action, request, others)));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function benchAction(
  engine: string,
  target: Target,
  { name, subscribers }: Action,
  request: BenchRequest,
  others: ScaleRows,
): Promise<Figure[]> {
  const { took, words, longest } = await waitsDuring(target, others, () => send(target, request));
  console.error(`${engine}, ${name}: ${milliseconds(took)}; ${words}`);
  const what = `${name} with ${subscribers.toLocaleString("en")} subscribers, ${engine}`;
  const ours = `${milliseconds(took)}, ${(took / subscribers).toFixed(2)} ms each`;
  const waited: Figure = { name: `${what}: longest wait of other requests`, ours: words, value: longest };
  return subscribers === MANY
    ? [
        { name: what, ours, value: took },
        { ...waited, bound: { atMost: BOUNDS.waitMs } },
      ]
    : [{ name: what, ours, value: took, bound: { atMost: BOUNDS.moreMs } }, waited];
}
