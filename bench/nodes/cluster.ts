import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { type ScaleRows, seedScale } from "../../src/platform/seed/scale.ts";
import { freePort, type PostgresServer, startPostgres } from "../../tests/support/postgres.ts";
import { type Server, startServer } from "../../tests/support/server.ts";
import { requestToken } from "../load.ts";
import { LOGIN } from "../panel.ts";
import { type Haproxy, startHaproxy } from "./haproxy.ts";
import { parentOf } from "./processTimes.ts";

/** Two nodes on a PostgreSQL with a replica, on this machine. */
export interface Cluster {
  readonly postgres: PostgresServer;
  /** A connection of our own to the primary. */
  readonly db: Kysely<Tables>;
  readonly rows: ScaleRows;
  readonly nodes: readonly [Server, Server];
  /** Of the administrator of the demonstration. */
  readonly token: string;
  readonly passwords: ReadonlyMap<string, string>;
  /** HAProxy in front of these nodes, all by default; ends with the cluster. */
  proxy(nodes?: readonly Server[]): Promise<Haproxy>;
  /** Starts a node that was killed, on its port. */
  restart(node: Server): Promise<Server>;
  /** Processes whose children are the servers' backends. */
  readonly postmasters: { readonly primary: number; readonly replica: number };
}

/** Starts all with this many subscribers, and ends all after the work. */
export async function withCluster<T>(subscribers: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    return await work(await startCluster(subscribers, (end) => ends.unshift(end)));
  } finally {
    for (const end of ends) await end();
  }
}

async function startCluster(subscribers: number, atEnd: (end: () => Promise<unknown>) => void): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  atEnd(() => postgres.stop());
  const database = await openDatabase({ databaseUrl: postgres.url });
  atEnd(() => database.close());
  const db = database.kysely;
  await prepareDatabase(db);
  const rows = await seedScale(database, subscribers);
  // Otherwise autovacuum may run during a measurement.
  await sql`vacuum analyze`.execute(db);
  const replica = await postgres.startReplica();
  const start = async (port: number) => {
    const env = {
      ...{ PORT: String(port), TRUSTED_PROXIES: "127.0.0.1", LOG_LEVEL: "warn" },
      ...{ DATABASE_URL: postgres.url, DATABASE_REPLICA_URL: replica.url },
    };
    const node = await startServer({ dataDir: join(folder, String(port)), env });
    atEnd(() => node.kill());
    return node;
  };
  const nodes = [await start(await freePort()), await start(await freePort())] as const;
  const [{ url, passwords }] = nodes;
  return {
    ...{ postgres, db, rows, nodes, passwords },
    token: await requestToken(url, LOGIN, passwords.get(LOGIN) ?? ""),
    proxy: async (behind = nodes) => {
      const proxy = await startHaproxy(behind.map((node) => new URL(node.url).host));
      atEnd(() => proxy.stop());
      return proxy;
    },
    restart: (node) => start(Number(new URL(node.url).port)),
    postmasters: { primary: await postmasterOf(postgres.url), replica: await postmasterOf(replica.url) },
  };
}

/** Of the server at this address. */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const { kysely, close } = await openDatabase({ databaseUrl });
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely);
    return parentOf(rows[0]?.pid ?? 0) ?? 0;
  } finally {
    await close();
  }
}
