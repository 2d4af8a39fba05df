import { createHash } from "node:crypto";
import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, type QueryResult } from "kysely";
import type pg from "pg";
import { preparedStatementError } from "./errors.ts";
import { type Before, executeMessages, type Prepared, PreparedQuery } from "./preparedQuery.ts";
import { isUnawaited, isUnnamed, toQueryResult } from "./statements.ts";
import { currentTimeLimit } from "./timeLimits.ts";

/** Most recently used statements that stay prepared per connection; each takes some 20 KB on the server. */
const MAX_NAMES = 200;
/** Number of statements remembered as seen before. */
const MAX_KNOWN = 1_000;
/** A connection with this many evictions is replaced: the driver remembers the text of every name. */
const MAX_DROPPED = 2_000;

/** Holds until the transaction ends: here, of one statement. Without a row, which would only be read to be forgotten. */
const LIMIT = "select where set_config('statement_timeout', $1, true) is null";

/**
 * Kysely's PostgreSQL dialect with two differences. Statements are prepared under a name from the second execution on,
 * because parsing most of them takes far longer than running them. And a limit of time (timeLimits.ts) is sent together
 * with the statement or the start of the transaction that it is for, and holds for nothing else: connections may be a
 * pooler's. The pool's connections must accept queries before they have answered the previous one (`pipeline`).
 */
export class PipelinedPostgres extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#pool);
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();
  readonly #names = new Names();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {
    // The pool connects on demand.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? new PipelinedConnection(client, this.#names);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: PipelinedConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.end("commit");
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.end("rollback");
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: Names;
  /** Prepared statements of this connection by text, most recently used last. */
  readonly #prepared = new Map<string, Prepared>();
  /** By milliseconds. */
  readonly #limits = new Map<number, Before>();
  #dropped = 0;
  #isInTransaction = false;
  /** Answers of the transaction's statements that were sent ahead. */
  #ahead: Promise<unknown>[] = [];

  constructor(client: pg.PoolClient, names: Names) {
    this.#client = client;
    this.#names = names;
  }

  /** Sent with the first statement, which fails where this does. */
  begin(): void {
    this.#isInTransaction = true;
    const limit = currentTimeLimit();
    const start = limit ? `begin; set local statement_timeout = ${limit.milliseconds}` : "begin";
    this.#client.query(start).catch(() => undefined);
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = [];
    this.#isInTransaction = false;
    await this.#client.query(how);
    // The server takes a transaction back in which any statement failed, whatever its end says.
    if (how === "commit") await Promise.all(ahead);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const result = this.#send<Row>(query);
      if (!this.#isInTransaction || !isUnawaited(query)) return await result;
      result.catch(() => undefined);
      this.#ahead.push(result);
      return { rows: [] };
    } catch (follower) {
      // Statements after a failed one are refused for its sake.
      const earlier = (await Promise.allSettled(this.#ahead)).find((outcome) => outcome.status === "rejected");
      const error: unknown = earlier?.reason ?? follower;
      const errorKind = preparedStatementError(error);
      this.#names.note(errorKind);
      // The transaction has to be retried: see transaction.
      if (this.#isInTransaction || errorKind === undefined) throw error;
      return this.#send(query);
    }
  }

  // biome-ignore lint/correctness/useYield: part of the interface, and nobody reads a result bit by bit.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("results come as a whole");
  }

  release(): void {
    this.#client.release(this.#dropped >= MAX_DROPPED);
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    const prepared = (isUnnamed(query) ? undefined : this.#preparedFor(text)) ?? { text, name: "" };
    // A transaction has got its limit at its start.
    const limit = this.#isInTransaction ? undefined : currentTimeLimit();
    // Only unnamed may a text have several statements, as in migrations, which have no limit.
    if (prepared.name === "" && parameters.length === 0 && !limit)
      return toQueryResult(await this.#client.query<Row & object>(text));
    const before = limit && this.#limitTo(limit.milliseconds);
    try {
      return await new Promise<QueryResult<Row>>((resolve, reject) => {
        const settle = (error: unknown, result?: QueryResult<Row>) => (result ? resolve(result) : reject(error));
        this.#client.query(new PreparedQuery<Row>(prepared, parameters, settle, before));
      });
    } catch (error) {
      // The caller is more useful in a log than the socket's read event.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** There are a handful of limits, and one goes along with most statements. */
  #limitTo(milliseconds: number): Before {
    const prepared = this.#preparedFor(LIMIT) ?? { text: LIMIT, name: "" };
    const cached = this.#limits.get(milliseconds);
    if (cached?.prepared === prepared) return cached;
    const before = { prepared, bytes: executeMessages(prepared, [String(milliseconds)]) };
    this.#limits.set(milliseconds, before);
    return before;
  }

  #preparedFor(text: string): Prepared | undefined {
    const name = this.#names.of(text);
    if (name === undefined) return undefined;
    const cached = this.#prepared.get(text);
    const isKnown = cached?.name.startsWith(name) === true;
    // Order only matters when there is no room for all.
    if (isKnown && this.#prepared.size < MAX_NAMES / 2) return cached;
    this.#prepared.delete(text);
    if (this.#prepared.size >= MAX_NAMES) this.#dropOldest();
    // An evicted one gets a new name: the driver believes that the old one still exists.
    const prepared = isKnown ? cached : { text, name: `${name}_${this.#dropped}` };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  #dropOldest(): void {
    for (const [text, { name }] of this.#prepared) {
      this.#prepared.delete(text);
      this.#dropped++;
      // Within a failed transaction it stays, until the connection is replaced.
      this.#client.query(`deallocate "${name}"`).catch(() => undefined);
      return;
    }
  }
}

class Names {
  /** Text -> its name, most recently used last; undefined after the first execution. */
  readonly #known = new Map<string, string | undefined>();
  #isOff = false;
  #generation = 0;

  /** The name is derived from the text: behind a shared connection it never runs a different statement. */
  of(text: string): string | undefined {
    if (this.#isOff) return undefined;
    const knownName = this.#known.get(text);
    if (knownName !== undefined && this.#known.size < MAX_KNOWN / 2) return knownName;
    const name = knownName ?? (this.#known.has(text) ? this.#make(text) : undefined);
    this.#known.delete(text);
    this.#known.set(text, name);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value ?? "");
    return name;
  }

  /**
   * A transaction pooler without support for prepared statements assigns any connection: no statement is named from
   * then on. When a table's columns have changed, all are prepared again.
   */
  note(errorKind: ReturnType<typeof preparedStatementError>): void {
    if (errorKind === "unknown") this.#isOff = true;
    if (errorKind !== "outdated") return;
    this.#generation++;
    for (const text of this.#known.keys()) this.#known.set(text, undefined);
  }

  #make(text: string): string {
    return `pb_${createHash("sha256").update(`${this.#generation} ${text}`).digest("hex").slice(0, 24)}`;
  }
}
