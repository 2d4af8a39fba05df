import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";

const everyMs = 10_000;
const logLimitBytes = 16 * 1024 * 1024;

/**
 * The counterpart of a PostgreSQL server's background processes for the embedded engine, which lacks them: writes a
 * checkpoint after 16 MB of log, which keeps the log small and recovery short, and vacuums and analyses the table that
 * changed most. Returns a function that stops it and waits for running work.
 */
export function startUpkeep(db: Kysely<Tables>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepUp(db)).catch(warn);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** One round of upkeep; exported for tests. */
export async function keepUp(db: Kysely<Tables>): Promise<void> {
  const log = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db);
  if ((log.rows[0]?.bytes ?? 0) > logLimitBytes) await sql`checkpoint`.execute(db);
  // The thresholds of autovacuum, with a larger base: small tables are cheap to scan.
  const changed = await sql<{ schema: string; table: string }>`
    select schemaname as schema, relname as "table" from pg_stat_user_tables
    where n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_dead_tup > 500 + 0.2 * n_live_tup
    order by n_mod_since_analyze + n_dead_tup desc limit 1`.execute(db);
  for (const { schema, table } of changed.rows) await sql`vacuum (analyze) ${sql.id(schema, table)}`.execute(db);
}

/** A failure, such as a full disk, must not end the server; the next round retries. */
function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
