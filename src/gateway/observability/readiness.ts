import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { MEGABYTE } from "../../core/values/bytes.ts";
import type { Tables } from "../../generated/database.gen.ts";

/** The reason to send no requests here. */
export type UnreadyReason = "stopping" | "database" | "migrations";

declare module "fastify" {
  interface FastifyInstance {
    /** From now on `/ready` answers 503, so that a proxy sends its requests elsewhere; all others are still answered. */
    announceStop(): void;
  }
}

interface ReadyParts {
  readonly db: Kysely<Tables>;
  /** Tables that this version works with. */
  readonly tables: readonly string[];
  /** Folder of the embedded database and of files that the platform writes. */
  readonly dataDir: string;
}

/**
 * Free bytes below which writing is about to fail. A warning, no reason to get no requests: reading goes on, changes are
 * refused with a message, and another node has no more room where the disk is shared, or is none where it is not.
 */
const MIN_FREE_BYTES = 64 * MEGABYTE;
const DATABASE_TIMEOUT_MS = 2_000;
/** Anybody may ask, however often: the database is asked at most this often. */
const CACHE_MS = 1_000;

/**
 * `GET /health`: the process answers. `GET /ready`: so does the database with the tables of this version; else 503 with
 * the names of what fails. What will fail is named as a warning. Neither needs a login or tells more than that.
 */
export function serveHealthChecks(app: FastifyInstance, parts: ReadyParts): void {
  let isStopping = false;
  let cached: { readonly until: number; readonly state: Promise<Readiness> } | undefined;
  app.decorate("announceStop", () => {
    isStopping = true;
  });
  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: "unready", reasons: ["stopping"] satisfies UnreadyReason[] });
    if (!cached || cached.until <= Date.now()) cached = { until: Date.now() + CACHE_MS, state: loadReadiness(parts) };
    const { reason, warnings } = await cached.state;
    const warned = warnings.length > 0 ? { warnings } : {};
    if (reason) return reply.code(503).send({ status: "unready", reasons: [reason], ...warned });
    return { status: "ready", ...warned };
  });
}

interface Readiness {
  readonly reason: UnreadyReason | undefined;
  readonly warnings: readonly "disk"[];
}

async function loadReadiness({ db, tables, dataDir }: ReadyParts): Promise<Readiness> {
  const [reason, free] = await Promise.all([findDatabaseReason(db, tables), freeBytes(dataDir)]);
  return { reason, warnings: free !== undefined && free < MIN_FREE_BYTES ? ["disk"] : [] };
}

/** A database that was restored or emptied after the start answers, but lacks the tables. */
async function findDatabaseReason(db: Kysely<Tables>, tables: readonly string[]): Promise<UnreadyReason | undefined> {
  const asking = sql<{ found: number }>`select count(*)::integer as found from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any(${tables})`
    .execute(db)
    .then(({ rows: [row] }): UnreadyReason | undefined => (row?.found === tables.length ? undefined : "migrations"))
    .catch((): UnreadyReason => "database");
  return withTimeout(asking, "database");
}

/** Free bytes of the disk with this folder; undefined without such a folder, as with a PostgreSQL server. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const stats = await statfs(folder).catch(() => undefined);
  return stats && stats.bavail * stats.bsize;
}

/** A query that hangs has failed. */
export async function withTimeout<T, Otherwise>(query: Promise<T>, otherwise: Otherwise): Promise<T | Otherwise> {
  const timeout = new AbortController();
  try {
    return await Promise.race([query, pause(DATABASE_TIMEOUT_MS, otherwise, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}
