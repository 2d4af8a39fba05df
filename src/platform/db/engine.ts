import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";
import type { Database } from "./tables.ts";

export interface DatabaseSettings {
  /** Folder of the embedded engine, created if missing; without it and without a URL the database is in memory. */
  readonly dataDir?: string;
  /** `postgres://user:password@host:5432/name`; takes precedence over `dataDir`. */
  readonly databaseUrl?: string;
  /** Connections to that server at most. */
  readonly databasePool?: number;
  /** Initial contents of an in-memory database: see archiveOf. */
  readonly archive?: Blob;
}

/**
 * Opens the database, without creating tables: see migrate. Throws DatabaseUnavailableError when it cannot be reached
 * or opened, DataFolderInUseError when another process uses the folder.
 */
export function openDatabase({ dataDir, databaseUrl, databasePool, archive }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openPglite(dataDir, archive) : openPostgres(databaseUrl, databasePool);
}
