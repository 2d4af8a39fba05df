import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { MEGABYTE } from "../../core/values/bytes.ts";
import type { Tables } from "../../generated/database.gen.ts";

/** Why no requests should be sent here. */
export type Unready = "stopping" | "database" | "migrations";

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
const PATIENCE_MS = 2_000;
/** Anybody may ask, however often: the database is asked at most this often. */
const KEPT_MS = 1_000;

/**
 * `GET /health`: the process answers. `GET /ready`: so does the database with the tables of this version; else 503 with
 * the names of what fails. What will fail is named as a warning. Neither needs a login or tells more than that.
 */
export function serveHealthChecks(app: FastifyInstance, parts: ReadyParts): void {
  let isStopping = false;
  let known: { readonly until: number; readonly state: Promise<State> } | undefined;
  app.decorate("announceStop", () => {
    isStopping = true;
  });
  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: "unready", reasons: ["stopping"] satisfies Unready[] });
    if (!known || known.until <= Date.now()) known = { until: Date.now() + KEPT_MS, state: stateOf(parts) };
    const { reason, warnings } = await known.state;
    const warned = warnings.length > 0 ? { warnings } : {};
    if (reason) return reply.code(503).send({ status: "unready", reasons: [reason], ...warned });
    return { status: "ready", ...warned };
  });
}

interface State {
  readonly reason: Unready | undefined;
  readonly warnings: readonly "disk"[];
}

async function stateOf({ db, tables, dataDir }: ReadyParts): Promise<State> {
  const [reason, free] = await Promise.all([databaseReason(db, tables), freeBytes(dataDir)]);
  return { reason, warnings: free !== undefined && free < MIN_FREE_BYTES ? ["disk"] : [] };
}

/** A database that was restored or emptied meanwhile answers, but has not the tables. */
async function databaseReason(db: Kysely<Tables>, tables: readonly string[]): Promise<Unready | undefined> {
  const asking = sql<{ found: number }>`select count(*)::integer as found from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any(${tables})`
    .execute(db)
    .then(({ rows: [row] }): Unready | undefined => (row?.found === tables.length ? undefined : "migrations"))
    .catch((): Unready => "database");
  return inPatience(asking, "database");
}

/** Free bytes of the disk with this folder; undefined without such a folder, as beside a PostgreSQL server. */
async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}

/** What hangs has failed. */
async function inPatience<T>(asking: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([asking, pause(PATIENCE_MS, otherwise, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}
