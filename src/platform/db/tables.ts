import { setTimeout as pause } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { errorCode } from "./errors.ts";

/** Tables that are known only at run time, from descriptors: any name, any column, values to be narrowed by the reader. */
export type AnyTables = Record<string, Record<string, unknown>>;

const attempts = 5;
/** Serialization failure and deadlock: the database asks for the whole transaction again. */
const repeatable = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction: all of it is stored, or nothing when it throws. Where the database gave up in
 * favour of another transaction it is run again, up to five times in all, so `work` must do nothing outside the
 * database. Inside `work` use its own handle only: the embedded engine has one connection, and waiting for a
 * second one ends in an error after 30 seconds.
 */
export async function transaction<T>(
  db: Kysely<AnyTables>,
  work: (trx: Transaction<AnyTables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !repeatable.has(errorCode(error) ?? "")) throw error;
      // Two that collided once must not meet again in step.
      await pause(attempt * 10 * (1 + Math.random()));
    }
  }
}

/** Runs independent reads side by side; one after another inside a transaction, which has one connection. */
export async function sideBySide(db: Kysely<AnyTables>, reads: readonly (() => Promise<void>)[]): Promise<void> {
  if (db.isTransaction) for (const read of reads) await read();
  else await Promise.all(reads.map((read) => read()));
}
