import type { Kysely } from "kysely";
import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";
import type { AnyTables } from "./tables.ts";

export interface Database {
  /** Rows come with the same JavaScript values on both engines: see valueTypes.ts. */
  readonly kysely: Kysely<AnyTables>;
  readonly engine: "pglite" | "postgres";
  /** Waits for what runs; the embedded engine writes a checkpoint and gives its folder back. */
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** Folder of the embedded engine, made when missing; without it and without a URL the database is in memory. */
  readonly dataDir?: string;
  /** `postgres://user:password@host:5432/name`; then `dataDir` is not used. */
  readonly databaseUrl?: string;
  /** What a database in memory begins with: see archiveOf. */
  readonly archive?: Blob;
}

/**
 * Opens the database, without any table of the platform yet: see migrate. Throws DatabaseUnavailableError when it
 * can not be reached or opened, DataFolderInUseError when another process works with the folder.
 */
export function openDatabase({ dataDir, databaseUrl, archive }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openPglite(dataDir, archive) : openPostgres(databaseUrl);
}
