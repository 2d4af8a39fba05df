import type { Pool } from "pg";

const everyMs = 30_000;

/**
 * Does for the embedded engine what background processes do for a PostgreSQL server, which it lacks: writes a
 * checkpoint once 32 MB of log have gathered, so that the log stays small and the start after a kill short, and
 * vacuums and analyses the table that changed most. Returns the function that stops it, which waits for work under way.
 */
export function startUpkeep(pool: Pool): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepUp(pool)).catch(warn);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** One round of upkeep; exported for tests. */
export async function keepUp(pool: Pool): Promise<void> {
  const log = await pool.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()",
  );
  if ((log.rows[0]?.bytes ?? 0) > 32 * 1024 * 1024) await pool.query("checkpoint");
  // The thresholds of autovacuum, with a larger base: small tables cost nothing to read in full.
  const changed = await pool.query<{ name: string }>(
    `select relid::regclass::text as name from pg_stat_user_tables
     where n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_dead_tup > 500 + 0.2 * n_live_tup
     order by n_mod_since_analyze + n_dead_tup desc limit 1`,
  );
  // regclass comes quoted where the name needs it.
  for (const { name } of changed.rows) await pool.query(`vacuum (analyze) ${name}`);
}

/** Upkeep that fails, for want of space say, must not end the server; the next round tries again. */
function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
