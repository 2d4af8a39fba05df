import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { canOpen } from "../../core/access/access.ts";
import {
  type SystemBackup,
  type SystemNode,
  type SystemReplica,
  type SystemReport,
  type SystemTable,
  type SystemTask,
  type SystemWarning,
  systemWarnings,
} from "../../core/api/systemResponse.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { Database } from "../db/tables.ts";
import { version } from "../db/version.ts";
import type { PlatformContext } from "../records/context.ts";
import { isSeen, processName } from "../runtime/nodes/node.ts";
import type { PlatformSettings } from "../runtime/settings.ts";
import { demonstrationLogins } from "../seed/demonstration.ts";

const MAX_TABLES = 10;
const MAX_BACKUPS = 5;

const startedAt = new Date(Date.now() - performance.now()).toISOString();

export type WatchedDatabase = Pick<Database, "kysely" | "engine" | "connections">;

/** The state of the installation. `origin`: where the caller sees the panel. */
export async function readSystem(
  { settings }: Pick<PlatformContext, "settings">,
  database: WatchedDatabase,
  origin: URL,
): Promise<SystemReport> {
  const { kysely: db, engine } = database;
  const [facts, nodes, replicas, tables, tasks, backups, disk] = await Promise.all([
    readFacts(db),
    readNodes(db),
    engine === "postgres" ? readReplicas(db) : null,
    readTables(db),
    readTasks(db),
    readBackups(db),
    readDisk(settings.installation.dataDir),
  ]);
  const warnings: readonly SystemWarning[] = await warningsOf({ db, settings, origin, tasks, disk });
  return {
    version,
    node: process.versions.node,
    started: startedAt,
    nodes,
    database: { engine, ...facts, connections: database.connections(), replicas },
    tables,
    tasks,
    backups,
    disk,
    warnings,
  };
}

async function readFacts(db: Kysely<Tables>): Promise<{ version: string; size: number }> {
  const { rows } = await sql<{ version: string; size: string | number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`.execute(db);
  return { version: rows[0]?.version ?? "", size: Number(rows[0]?.size ?? 0) };
}

/** Those that have given a sign of life lately; a process that has the database to itself gives none. */
async function readNodes(db: Kysely<Tables>): Promise<readonly SystemNode[]> {
  const rows = await db.selectFrom("nodes").selectAll().where(isSeen).orderBy("started_at").execute();
  if (rows.length === 0) return [{ name: processName, version, started: startedAt, isThis: true }];
  return rows.map(({ name, version: runs, started_at: started }) => ({
    name,
    version: runs,
    started,
    isThis: name === processName,
  }));
}

/** Without the rights of monitoring PostgreSQL hides what it shows others. */
async function readReplicas(db: Kysely<Tables>): Promise<readonly SystemReplica[] | null> {
  const allowed = await sql<{ may: boolean }>`select pg_has_role(current_user, 'pg_monitor', 'usage') as may`.execute(
    db,
  );
  if (allowed.rows[0]?.may !== true) return null;
  const { rows } = await sql<{ name: string; state: string; lag: number | string | null }>`
    select coalesce(nullif(application_name, ''), host(client_addr), '') as name, coalesce(state, '') as state,
      extract(epoch from replay_lag) as lag
    from pg_stat_replication order by 1`.execute(db);
  return rows.map(({ name, state, lag }) => ({ name, state, lag: lag === null ? null : Number(lag) }));
}

/** The months of a partitioned table count together. */
async function readTables(db: Kysely<Tables>): Promise<readonly SystemTable[]> {
  const { rows } = await sql<{ name: string; rows: number | null; size: string | number }>`
    select coalesce(whole.relname, part.relname) as name,
      sum(part.reltuples) filter (where part.reltuples >= 0) as "rows", sum(pg_total_relation_size(part.oid)) as size
    from pg_class part
    left join pg_inherits on inhrelid = part.oid
    left join pg_class whole on whole.oid = inhparent
    where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace
    group by 1 order by 3 desc, 1 limit ${MAX_TABLES}`.execute(db);
  return rows.map(({ name, rows: estimate, size }) => ({
    name,
    rows: estimate === null ? null : Number(estimate),
    size: Number(size),
  }));
}

async function readTasks(db: Kysely<Tables>): Promise<readonly SystemTask[]> {
  const rows = await db.selectFrom("taskruns").selectAll().orderBy("task").execute();
  return rows.map(({ task, node, started, took_ms, outcome, succeeded }) => ({
    name: task,
    node,
    started,
    took: took_ms,
    outcome: outcome === "failed" ? "failed" : "success",
    succeeded,
  }));
}

async function readBackups(db: Kysely<Tables>): Promise<readonly SystemBackup[]> {
  const newest = db.selectFrom("system_backups").selectAll().orderBy("at", "desc").orderBy("id", "desc");
  const rows = await newest.limit(MAX_BACKUPS).execute();
  return rows.map(({ at, kind, size, outcome }) => ({
    at,
    kind,
    size: size === null ? null : Number(size),
    outcome: outcome === "failed" ? "failed" : "success",
  }));
}

async function readDisk(folder: string | null): Promise<SystemReport["disk"]> {
  const stats = folder === null ? undefined : await statfs(folder).catch(() => undefined);
  return stats ? { free: stats.bavail * stats.bsize, total: stats.blocks * stats.bsize } : null;
}

const BACKUP_AGE_MS = 7 * 86_400_000;
/** Share of the disk below which it is nearly full. */
const MIN_FREE_SHARE = 0.1;

interface WarningSources {
  readonly db: Kysely<Tables>;
  readonly settings: Pick<PlatformSettings, "installation" | "publicUrl" | "clock">;
  /** The URL at which the caller sees the panel. */
  readonly origin: URL;
  readonly tasks: readonly SystemTask[];
  readonly disk: SystemReport["disk"];
}

/** Returns the warnings that an operator should act on, most urgent first. */
async function warningsOf({ db, settings, origin, tasks, disk }: WarningSources): Promise<readonly SystemWarning[]> {
  const [open, demonstration, backup] = await Promise.all([
    demonstrationLogins({ kysely: db }),
    demonstrationAccounts(db),
    lastBackup(db),
  ]);
  const counts: Readonly<Record<SystemWarning["name"], number | boolean>> = {
    demonstrationPasswords: open.length,
    demonstrationAccounts: demonstration,
    noTls: isReadableOnItsWay(settings.publicUrl === null ? origin : new URL(settings.publicUrl)),
    diskNearlyFull: disk !== null && disk.free < disk.total * MIN_FREE_SHARE,
    noBackup: backup === undefined || new Date(backup).getTime() < settings.clock().getTime() - BACKUP_AGE_MS,
    taskFailed: tasks.filter(({ outcome }) => outcome === "failed").length,
    noMailServer: !settings.installation.hasMailServer,
  };
  return systemWarnings.flatMap((name) => {
    const count = counts[name];
    if (typeof count === "number") return count > 0 ? [{ name, count }] : [];
    return count ? [{ name }] : [];
  });
}

/** Passwords and records pass networks as they are; within one computer there is nobody to read them. */
function isReadableOnItsWay({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

async function demonstrationAccounts(db: Kysely<Tables>): Promise<number> {
  const { found } = await db
    .selectFrom("admins")
    .select(({ fn }) => fn.countAll<number | string>().as("found"))
    .where("is_active", "is", true)
    .where("email", "like", "%@platform.example")
    .executeTakeFirstOrThrow();
  return Number(found);
}

async function lastBackup(db: Kysely<Tables>): Promise<string | undefined> {
  const good = db.selectFrom("system_backups").select("at").where("outcome", "=", "success");
  return (await good.orderBy("at", "desc").limit(1).executeTakeFirst())?.at;
}

/** `GET /api/system`, of this platform only (extension `system`): the state of the installation. */
export function registerSystem(app: FastifyInstance, context: PlatformContext, database: WatchedDatabase): void {
  app.get("/api/system", async (request) => {
    const actor = await context.actorOf(request);
    if (!canOpen(actor, "page.system")) throw new PlatformError("forbidden");
    return readSystem(context, database, new URL(`${request.protocol}://${request.host}`));
  });
}
