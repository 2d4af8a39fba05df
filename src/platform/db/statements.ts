import { setTimeout as pause } from "node:timers/promises";
import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode, preparedStatementError } from "./errors.ts";

const unnamed = new WeakSet<CompiledQuery>();
const ahead = new WeakSet<CompiledQuery>();
const lookups = new WeakMap<CompiledQuery, CompiledQuery>();

/** For `where(column, "=", anyOf(values))`: one parameter, and so one prepared statement for any number of values. */
export function anyOf<T>(values: Iterable<T>): RawBuilder<T> {
  return sql<T>`any(${[...values]})`;
}

/**
 * Runs a statement that must be planned anew for its values. How many rows a filter, a search or a scope matches
 * depends on them: a cached plan would be the same for one letter and for a whole name.
 */
export async function runWithFreshPlan<Row>(query: RawBuilder<Row>, db: Kysely<Tables>): Promise<QueryResult<Row>> {
  const compiled = query.compile(db);
  if (compiled.parameters.length > 0) unnamed.add(compiled);
  return db.executeQuery(compiled);
}

/**
 * Deletes rows that others may reference; `referring` finds a reference to any of them. Foreign keys look up each row
 * in each table, which dominates the cost of deletes. When nobody else writes at the same time, one lookup for all rows
 * is enough.
 */
export async function deleteUnlessReferenced(
  query: RawBuilder<unknown>,
  referring: RawBuilder<unknown>,
  trx: Kysely<Tables>,
): Promise<void> {
  const compiled = query.compile(trx);
  lookups.set(compiled, referring.compile(trx));
  await trx.executeQuery(compiled);
}

/** The lookup of references to the rows that the query deletes, if provided. */
export function lookupBefore(query: CompiledQuery): CompiledQuery | undefined {
  return lookups.get(query);
}

/**
 * A statement of a transaction whose result nobody uses: a PostgreSQL server gets it together with what follows, the
 * commit included. Where it fails, what follows does, with its error.
 */
export function markUnawaited(query: CompiledQuery): CompiledQuery {
  ahead.add(query);
  return query;
}

export function isUnawaited(query: CompiledQuery): boolean {
  return ahead.has(query);
}

export function isUnnamed(query: CompiledQuery): boolean {
  return unnamed.has(query);
}

interface DriverResult<Row> {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: Row[];
}

/** A driver's result in Kysely's form. */
export function toQueryResult<Row>({ command, rowCount, rows }: DriverResult<Row>): QueryResult<Row> {
  const isChange = command === "INSERT" || command === "UPDATE" || command === "DELETE" || command === "MERGE";
  return { rows: rows ?? [], ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
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
