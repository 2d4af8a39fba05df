import { setTimeout as pause } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode, preparedStatementError } from "./errors.ts";
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

const MAX_ATTEMPTS = 5;
/** Serialization failure and deadlock: the whole transaction can be retried. */
const repeatable = new Set(["40001", "40P01"]);

/**
 * Runs `run` in one transaction, rolled back when it throws. After a serialization failure or deadlock it is retried,
 * up to five times in all, so `run` must have no effects outside the database. Inside `run` use its own handle only:
 * the embedded engine has one connection, and waiting for a second one times out after 30 seconds.
 */
export async function transaction<T>(db: Kysely<Tables>, run: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      const isRepeatable = repeatable.has(errorCode(error) ?? "") || preparedStatementError(error) !== undefined;
      if (attempt === MAX_ATTEMPTS || !isRepeatable) throw error;
      // Jitter, so that two that collided do not collide again.
      await pause(attempt * 10 * (1 + Math.random()));
    }
  }
}

/** Runs independent reads concurrently; sequentially inside a transaction, which has one connection. */
export async function runConcurrently(db: Kysely<Tables>, reads: readonly (() => Promise<void>)[]): Promise<void> {
  if (db.isTransaction) for (const read of reads) await read();
  else await Promise.all(reads.map((read) => read()));
}
