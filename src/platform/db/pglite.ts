import { setImmediate } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { clusterArchive, clusterFolder } from "./cluster.ts";
import type { Database } from "./engine.ts";
import { DatabaseUnavailableError, DataFolderInUseError } from "./errors.ts";
import { type FolderLock, lockFolder } from "./folderLock.ts";
import type { AnyTables } from "./tables.ts";
import { startUpkeep } from "./upkeep.ts";
import { valueTypes } from "./valueTypes.ts";

/** PostgreSQL allots its page cache at once; 16 MB instead of 128 halve the process. The system caches the files anyway. */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];

/** Opens the embedded engine on a folder, or in memory without one. See openDatabase. */
export async function openPglite(dataDir: string | undefined, archive?: Blob): Promise<Database> {
  if (dataDir === undefined) return toDatabase(await engineInMemory(archive), undefined);
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(dataDir);
    const engine = await PGlite.create({ startParams, dataDir: await clusterFolder(dataDir) });
    return toDatabase(engine, lock);
  } catch (error) {
    lock?.release();
    if (error instanceof DataFolderInUseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(`the database in ${dataDir} can not be opened: ${reason}`, { cause: error });
  }
}

/**
 * What a database in memory holds after `fill`, to begin others with: loading it takes less time than filling them.
 * `archive` is what this one begins with.
 */
export async function archiveOf(fill: (database: Database) => Promise<void>, archive?: Blob): Promise<Blob> {
  const engine = await engineInMemory(archive);
  const database = toDatabase(engine, undefined);
  await fill(database);
  // Else each that begins with it would first repeat what the log holds.
  await engine.exec("checkpoint");
  const filled = await engine.dumpDataDir("none");
  await database.close();
  return filled;
}

async function engineInMemory(archive?: Blob): Promise<PGlite> {
  return PGlite.create({ startParams, loadDataDir: archive ?? (await clusterArchive()) });
}

/** Through node-postgres, so that values, errors and transactions are those of a server. */
function toDatabase(engine: PGlite, lock: FolderLock | undefined): Database {
  const pool = new pg.Pool({
    ...createPgConfig(inBatches(engine)),
    types: valueTypes,
    max: 1,
    idleTimeoutMillis: 0,
    // A transaction that asks for a second connection would wait for itself.
    connectionTimeoutMillis: 30_000,
  });
  const kysely = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool, onReserveConnection: pauses(10) }) });
  const stopUpkeep = startUpkeep(kysely);
  return {
    kysely,
    engine: "pglite",
    async close() {
      await stopUpkeep();
      await kysely.destroy();
      await engine.close();
      lock?.release();
    },
  };
}

/** Frontend messages after which a client waits for answers: Query, Sync, Flush, CopyDone, CopyFail. */
const ends = new Set(["Q", "S", "H", "c", "f"].map((type) => type.charCodeAt(0)));

/**
 * The engine, with the messages of a statement (Parse, Bind, Describe, Execute, Sync) taken together: each way into it
 * costs as much as a small query.
 */
function inBatches(engine: PGlite): PGlite {
  let waiting: Uint8Array[] = [];
  const execProtocolStream: PGlite["execProtocolStream"] = async (message, options) => {
    waiting.push(message);
    if (!ends.has(message[0] ?? 0)) return [];
    const batch = Buffer.concat(waiting);
    waiting = [];
    return engine.execProtocolStream(batch, options);
  };
  return Object.assign(Object.create(engine), { execProtocolStream });
}

/**
 * Lets timers, sockets and signals have their turn between queries when none had one for this long: queries run on
 * this thread and end as microtasks, so that a row of them would keep everything else waiting until the last.
 */
function pauses(afterMs: number): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < afterMs) return;
    await setImmediate();
    last = performance.now();
  };
}
