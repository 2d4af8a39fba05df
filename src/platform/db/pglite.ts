import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { DatabaseError, parse } from "pg-protocol";
import { MEGABYTE } from "../../core/values/bytes.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { clusterArchive, clusterFolder } from "./cluster.ts";
import { type DiskRoom, keepReserve, measureRoomIn, spareLog, spendReserve, unlimitedRoom } from "./diskRoom.ts";
import { EmbeddedDialect } from "./embeddedDialect.ts";
import { DatabaseUnavailableError, DataFolderInUseError } from "./errors.ts";
import { type FolderLock, lockFolder } from "./folderLock.ts";
import { watchStatements } from "./statementObserver.ts";
import type { Database } from "./tables.ts";
import { valueTypes } from "./valueTypes.ts";

/** A tenth of the rows that are sampled otherwise: analysing holds this thread, 50 ms for a journal of 90,000 entries. */
const shortAnalyze = "default_statistics_target=10";

/**
 * PostgreSQL allocates its shared buffers at once; 16 MB instead of 128 halve the process. The system caches the files
 * anyway.
 */
const startParams = withSettings("shared_buffers=16MB", shortAnalyze);

/** Ships with the engine: the trigram indexes of substring searches. */
const extensions = { pg_trgm };

/** In memory: the files are no slower than buffers, which are filled with zeros, and a short log is less to load. */
const paramsInMemory = withSettings(
  shortAnalyze,
  "shared_buffers=4MB",
  "full_page_writes=off",
  "wal_recycle=off",
  "min_wal_size=2MB",
);

function withSettings(...settings: readonly string[]): string[] {
  return [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])];
}

/** Opens the embedded engine on a folder, or in memory. See openDatabase. */
export async function openPglite(dataDir: string | undefined, archive?: Blob): Promise<Database> {
  if (dataDir === undefined) return toDatabase(await engineInMemory(archive));
  let lock: FolderLock | undefined;
  try {
    spendReserve(dataDir);
    lock = lockFolder(dataDir);
    await finishRestore(join(dataDir, "pglite"));
    const engine = await PGlite.create({ startParams, extensions, dataDir: await clusterFolder(dataDir) });
    const room = measureRoomIn(dataDir);
    const database = toDatabase(engine, { lock, room, dataDir });
    await prepareForFullDisk(database.kysely, room, dataDir);
    return database;
  } catch (error) {
    lock?.release();
    if (error instanceof DataFolderInUseError) throw error;
    throw new DatabaseUnavailableError(`the database in ${dataDir} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** The system's errors say what is wrong; the engine has one message for whatever it does not find as it left it. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "syscall" in error) return error.message;
  const text = error instanceof Error ? error.message : "the engine ended";
  return `its files may be damaged (${text}); "patchbay restore" puts a backup in its place`;
}

/**
 * Replaces the database in a folder that nobody uses by a copy: see Database.copy. The copy is opened before anything
 * is changed, and the cluster before it stays until the new one is in its place.
 */
export async function restorePglite(dataDir: string, copy: Blob): Promise<void> {
  const lock = lockFolder(dataDir);
  const folder = join(dataDir, "pglite");
  const [restored, replaced] = [`${folder}.restored`, replacedOf(folder)];
  try {
    await finishRestore(folder);
    for (const leftover of [restored, replaced]) await rm(leftover, { recursive: true, force: true });
    await mkdir(restored, { mode: 0o700 });
    const engine = await PGlite.create({ startParams, extensions, dataDir: restored, loadDataDir: copy });
    await engine.query("select 1");
    await engine.close();
    if (existsSync(folder)) await rename(folder, replaced);
    await rename(restored, folder);
    await rm(replaced, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

const replacedOf = (folder: string) => `${folder}.replaced`;

/** Puts the cluster back that a restore had set aside when it was killed before the new one was in its place. */
async function finishRestore(folder: string): Promise<void> {
  if (!existsSync(folder) && existsSync(replacedOf(folder))) await rename(replacedOf(folder), folder);
}

/**
 * An in-memory database after `fill`, as an archive to start others from: loading it is faster than filling them.
 * `archive` is what this one starts from.
 */
export async function archiveOf(fill: (database: Database) => Promise<void>, archive?: Blob): Promise<Blob> {
  const engine = await engineInMemory(archive);
  const database = toDatabase(engine);
  await fill(database);
  // Otherwise each one that starts from it would first replay the log.
  await engine.exec("checkpoint");
  const filled = await engine.dumpDataDir("none");
  await database.close();
  return filled;
}

async function engineInMemory(archive?: Blob): Promise<PGlite> {
  return PGlite.create({ startParams: paramsInMemory, extensions, loadDataDir: archive ?? (await clusterArchive()) });
}

/** The parts of a database in a folder, which one in memory lacks. */
interface Folder {
  readonly lock: FolderLock;
  readonly room: DiskRoom;
  readonly dataDir: string;
}

/** Through node-postgres, so that values, errors and transactions behave as with a server. */
function toDatabase(engine: PGlite, folder?: Folder): Database {
  const client = new pg.Client({ ...createPgConfig(inBatches(engine)), types: valueTypes });
  const { log, onStatement } = watchStatements();
  const room = folder?.room ?? unlimitedRoom;
  const dialect = new EmbeddedDialect(client, room);
  const kysely = new Kysely<Tables>({ dialect, log });
  const stopUpkeep = startMaintenance(kysely, room, folder && (() => prepareForFullDisk(kysely, room, folder.dataDir)));
  return {
    kysely,
    engine: "pglite",
    async copy() {
      // Opening the copy replays the log since then. Files do not change during the dump: statements wait for it.
      await engine.exec("checkpoint");
      return engine.dumpDataDir("none");
    },
    onStatement,
    connections: () => dialect.connections(),
    async close() {
      await stopUpkeep();
      await kysely.destroy();
      await engine.close();
      folder?.lock.release();
    },
  };
}

type Message = Parameters<Parameters<typeof parse>[1]>[0];

/** Frontend messages after which a client waits for a response: Query, Sync, Flush, CopyDone, CopyFail. */
const ends = new Set(["Q", "S", "H", "c", "f"].map((type) => type.charCodeAt(0)));

/**
 * After a panic, as when the log cannot be written, the engine would compute forever at the next statement. The next
 * start replays the log.
 */
function endOnPanic(message: Message): void {
  if (!(message instanceof DatabaseError) || message.severity !== "PANIC") return;
  console.error(`The embedded database has stopped, and Patchbay with it: ${message.message}`);
  process.exit(1);
}

/**
 * The engine, with the messages of a statement (Parse, Bind, Describe, Execute, Sync) sent as one batch: each call into
 * it costs as much as a small query. Responses are parsed by node-postgres, in a fraction of the engine's time per row.
 */
function inBatches(engine: PGlite): PGlite {
  let waiting: Uint8Array[] = [];
  const answers: Message[] = [];
  const output = new Readable({ read: () => undefined });
  void parse(output, (message) => answers.push(message));
  const execProtocolStream = async (message: Uint8Array): Promise<Message[]> => {
    waiting.push(message);
    if (!ends.has(message[0] ?? 0)) return [];
    const batch = Buffer.concat(waiting);
    waiting = [];
    // Copied: the engine reuses the buffer for its next chunk.
    await engine.execProtocolRawStream(batch, { onRawData: (data) => output.emit("data", Buffer.from(data)) });
    const messages = answers.splice(0);
    for (const answer of messages) endOnPanic(answer);
    return messages;
  };
  return Object.assign(Object.create(engine), { execProtocolStream });
}

const everyMs = 10_000;
const logLimitBytes = 16 * MEGABYTE;

/**
 * The counterpart of a PostgreSQL server's background processes for the embedded engine, which lacks them: writes a
 * checkpoint after 16 MB of log, which keeps the log small and recovery short, and vacuums and analyses the table that
 * changed most. Returns a function that stops it and waits for running work.
 */
function startMaintenance(
  db: Kysely<Tables>,
  room: DiskRoom,
  also: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => runMaintenance(db, room))
      .then(also)
      .catch(warn);
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** One round of upkeep; exported for tests. */
export async function runMaintenance(db: Kysely<Tables>, room: DiskRoom = unlimitedRoom): Promise<void> {
  const log = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db);
  if ((log.rows[0]?.bytes ?? 0) > logLimitBytes && room.takes(true)) await sql`checkpoint`.execute(db);
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
async function prepareForFullDisk(db: Kysely<Tables>, room: DiskRoom, folder: string): Promise<void> {
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
