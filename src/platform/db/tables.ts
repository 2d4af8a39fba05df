import type { Kysely } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import type { ConnectionCounts, StatementListener } from "./statementObserver.ts";

/** The database, or a transaction of it. */
export type Db = Kysely<Tables>;

/** Types a database for statements about tables known only at run time. */
export function anyTables(db: Kysely<Tables>): Kysely<Record<string, Record<string, unknown>>> {
  return db.withTables();
}

export interface Database {
  /** Rows come with the same JavaScript values on both engines: see valueTypes.ts. */
  readonly kysely: Kysely<Tables>;
  readonly engine: "pglite" | "postgres";
  /**
   * A consistent copy of the embedded engine's files, as a tar archive, while others go on using it; absent
   * on PostgreSQL, which has tools of its own.
   */
  readonly copy?: () => Promise<Blob>;
  onStatement(listener: StatementListener): void;
  connections(): ConnectionCounts;
  /** Waits for running work; the embedded engine writes a checkpoint and releases its folder. */
  close(): Promise<void>;
}
