import { type Kysely, sql } from "kysely";
import { MEGABYTE } from "../../core/bytes.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { boundless, type DiskRoom, keepReserve, spareLog } from "./diskRoom.ts";

const everyMs = 10_000;
const logLimitBytes = 16 * MEGABYTE;

/**
 * The counterpart of a PostgreSQL server's background processes for the embedded engine, which lacks them: writes a
 * checkpoint after 16 MB of log, which keeps the log small and recovery short, and vacuums and analyses the table that
 * changed most. Returns a function that stops it and waits for running work.
 */
export function startUpkeep(
  db: Kysely<Tables>,
  room: DiskRoom,
  also: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => keepUp(db, room))
      .then(also)
      .catch(warn);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** One round of upkeep; exported for tests. */
export async function keepUp(db: Kysely<Tables>, room: DiskRoom = boundless): Promise<void> {
  const log = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db);
  if ((log.rows[0]?.bytes ?? 0) > logLimitBytes && room.takes("checkpoint", true)) await sql`checkpoint`.execute(db);
  // The thresholds of autovacuum, with a larger base: small tables are cheap to scan.
  const changed = await sql<{ schema: string; table: string; bytes: number }>`
    select schemaname as schema, relname as "table", pg_total_relation_size(relid) as bytes from pg_stat_user_tables
    where n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_dead_tup > 500 + 0.2 * n_live_tup
    order by n_mod_since_analyze + n_dead_tup desc limit 1`.execute(db);
  for (const { schema, table, bytes } of changed.rows) {
    // One after the other, as nobody is served while a statement runs. The log gets a copy of every page that is cleaned.
    if (room.takesBytes(bytes)) await sql`vacuum ${sql.id(schema, table)}`.execute(db);
    await sql`analyze ${sql.id(schema, table)}`.execute(db);
  }
}

/** Files of the log, of a megabyte each. */
const spareFiles = 4;

/**
 * Prepares for a full disk while there is room: a file for the next start, and unused files of the log, which logins
 * are written to. A new log has none, and gets them by using some up: a checkpoint keeps those for later.
 */
export async function prepareForFullDisk(db: Kysely<Tables>, room: DiskRoom, folder: string): Promise<void> {
  keepReserve(folder);
  const { rows } = await sql.raw<{ spare: number }>(spareLog).execute(db);
  if ((rows[0]?.spare ?? 0) >= spareFiles - 1 || !room.takesBytes(2 * logLimitBytes)) return;
  for (let file = 0; file < spareFiles; file++) {
    await sql`select pg_logical_emit_message(false, 'patchbay', 'spare')`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
  }
  await sql`checkpoint`.execute(db);
}

/** A failure, such as a full disk, must not end the server; the next round retries. */
function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
