import { createHash } from "node:crypto";
import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, type QueryResult } from "kysely";
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import {
  DescribedQuery,
  type Execution,
  type RowShape,
  type Settle,
  toMessages,
  toRowShape,
} from "./describedQuery.ts";
import { preparedStatementError } from "./errors.ts";
import { isUnawaited, isUnnamed, toQueryResult } from "./statements.ts";
import { currentTimeLimit, type TimeLimit } from "./timeLimits.ts";

/** A connection that has prepared so many statements is replaced; each takes some 20 KB on the server. */
const MAX_NAMES = 200;
/** Number of statements remembered as seen before. */
const MAX_KNOWN = 1_000;

/** Holds until the transaction ends: here, of one statement. Without a row, which would only be read to be forgotten. */
const limitTo = (milliseconds: string) => `select where set_config('statement_timeout', ${milliseconds}, true) is null`;

const limitStatement = { name: "pb_limit", text: limitTo("$1") };

/**
 * Kysely's PostgreSQL dialect with two differences. Statements are prepared under a name from the second execution on,
 * because parsing most of them takes far longer than running them. And a limit of time (timeLimits.ts) is sent together
 * with the statement or the start of the transaction that it is for, and holds for nothing else: connections may be a
 * pooler's.
 */
export class PreparingPostgres extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    const pool = this.#pool;
    const connections = new WeakMap<pg.PoolClient, Connection>();
    const known = new KnownStatements();
    return {
      // The pool connects on demand.
      init: async () => undefined,
      acquireConnection: async () => {
        const client = await pool.connect();
        const connection = connections.get(client) ?? new Connection(client, known);
        connections.set(client, connection);
        return connection;
      },
      beginTransaction: async (connection: Connection) => connection.begin(),
      commitTransaction: (connection: Connection) => connection.end("commit"),
      rollbackTransaction: (connection: Connection) => connection.end("rollback"),
      releaseConnection: async (connection: Connection) => connection.release(),
      destroy: () => pool.end(),
    };
  }
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #known: KnownStatements;
  /** Names of what it has prepared. */
  readonly #prepared = new Set<string>();
  #isInTransaction = false;
  /** The start of the transaction and what nobody waits for: sent with what follows. */
  #held: Execution[] = [];

  constructor(client: pg.PoolClient, known: KnownStatements) {
    this.#client = client;
    this.#known = known;
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#held = [begin];
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#isInTransaction = false;
    const executions = [...(how === "commit" ? held : []), { name: "", text: how, values: [] }];
    // Nothing has been sent, and nothing is to be kept.
    if (held[0] === begin && executions.length <= 2) return;
    try {
      await this.#answer((settle) => new DescribedQuery(executions, noRows, settle));
    } catch (error) {
      this.#known.note(preparedStatementError(error));
      throw error;
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#send(query);
    } catch (error) {
      const errorKind = preparedStatementError(error);
      this.#known.note(errorKind);
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
    this.#client.release(this.#prepared.size >= MAX_NAMES);
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    const known = this.#known.of(text);
    const name = isUnnamed(query) || this.#known.areNamesOff ? undefined : known?.name;
    const isFirst = name !== undefined && !this.#prepared.has(name);
    // A text with neither may have several.
    const isOneStatement = name !== undefined || parameters.length > 0;
    if (known?.shape && isOneStatement && !isFirst) {
      const execution = { name: name ?? "", text, values: parameters.map((value) => prepareValue(value)) };
      if (this.#isInTransaction && isUnawaited(query)) {
        this.#held.push(execution);
        return { rows: [] };
      }
      const { shape } = known;
      const executions = [...this.#takeBefore(), execution];
      return this.#answer((settle) => new DescribedQuery<Row>(executions, shape, settle));
    }
    if (name !== undefined) this.#prepared.add(name);
    const result = await this.#sendUndescribed<Row & object>({ name, text, values: [...parameters] });
    if (known && isOneStatement) known.shape = toRowShape(result.fields);
    return toQueryResult(result);
  }

  /** By the driver's query, which has the rows described. */
  async #sendUndescribed<Row extends object>(statement: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>> {
    const { name, text, values = [] } = statement;
    if (this.#isInTransaction) {
      const before = this.#takeBefore();
      if (before.length > 0) await this.#answer((settle) => new DescribedQuery(before, noRows, settle));
      return this.#client.query<Row>(statement);
    }
    const timeLimit = currentTimeLimit();
    if (!timeLimit) return this.#client.query<Row>(statement);
    // Several statements of one text are one transaction, and each has its answer.
    if (name === undefined && values.length === 0)
      return lastOf(await this.#client.query<Row>(`${limitTo(`'${timeLimit.milliseconds}'`)}; ${text}`));
    const limit = this.#limitOf(timeLimit);
    return this.#answer((settle) => {
      const query = new pg.Query<Row>(statement, (error, result) => settle(error, lastOf(result)));
      const submit = query.submit.bind(query);
      query.submit = (connection) => {
        connection.stream.cork();
        connection.stream.write(Buffer.concat(toMessages(limit)));
        const refusal = submit(connection);
        connection.stream.uncork();
        return refusal;
      };
      return query;
    });
  }

  /** Executions that go with the next statement: one packet is one transaction, and a transaction has one limit. */
  #takeBefore(): Execution[] {
    const held = this.#held;
    this.#held = [];
    const timeLimit = this.#isInTransaction && held[0] !== begin ? undefined : currentTimeLimit();
    return timeLimit ? [...held, this.#limitOf(timeLimit)] : held;
  }

  #limitOf({ milliseconds }: TimeLimit): Execution {
    const { name, text } = limitStatement;
    const values = [String(milliseconds)];
    if (this.#known.areNamesOff) return { name: "", text, values };
    const isNew = !this.#prepared.has(name);
    if (isNew) this.#prepared.add(name);
    return { name, text, values, isNew };
  }

  async #answer<Result>(build: (settle: Settle<Result>) => pg.Submittable): Promise<Result> {
    try {
      return await new Promise((resolve, reject) => {
        this.#client.query(build((error, result) => (result ? resolve(result) : reject(error))));
      });
    } catch (error) {
      // The caller is more useful in a log than the socket's read event.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
}

/** The driver answers several statements with as many results, which its types do not say. */
function lastOf<Result>(results: Result): Result {
  return Array.isArray(results) ? results.at(-1) : results;
}

const begin: Execution = { name: "", text: "begin", values: [] };

const noRows: RowShape = { columns: [], empty: {} };

/** A statement that has been executed before. */
interface KnownStatement {
  /** Derived from the text: behind a shared connection it never runs a different statement. */
  readonly name: string;
  shape?: RowShape;
}

class KnownStatements {
  /** Text -> statement, most recently used last; undefined after the first execution. */
  readonly #known = new Map<string, KnownStatement | undefined>();
  #generation = 0;
  /** A transaction pooler without support for prepared statements assigns any connection. */
  areNamesOff = false;

  /** Returns undefined the first time. */
  of(text: string): KnownStatement | undefined {
    const known = this.#known.get(text) ?? (this.#known.has(text) ? { name: this.#nameOf(text) } : undefined);
    this.#known.delete(text);
    this.#known.set(text, known);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value ?? "");
    return known;
  }

  /** When a table's columns have changed, all are prepared again. */
  note(errorKind: ReturnType<typeof preparedStatementError>): void {
    if (errorKind === "unknown") this.areNamesOff = true;
    if (errorKind !== "outdated") return;
    this.#generation++;
    for (const text of this.#known.keys()) this.#known.set(text, undefined);
  }

  #nameOf(text: string): string {
    return `pb_${createHash("sha256").update(`${this.#generation} ${text}`).digest("hex").slice(0, 24)}`;
  }
}
