import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import type { DiskRoom } from "./diskRoom.ts";
import { EmbeddedConnection } from "./embeddedConnection.ts";
import { areSnapshotReadsAllowed, beginWithSnapshot, readSnapshot, snapshotReader } from "./snapshotReads.ts";
import { lookupBefore, toQueryResult } from "./statements.ts";

/** A transaction open for this long lets others read in it; such a read costs more than waiting for a short one. */
const LONG_MS = 20;

/**
 * Kysely's PostgreSQL dialect over the single connection of the embedded engine. A transaction holds it exclusively,
 * except that between its statements others may read the state before it began, where their callers allow it
 * (`allowSnapshotReads`).
 */
export class EmbeddedDialect implements Dialect {
  readonly #connection: EmbeddedConnection;

  constructor(client: pg.Client, room: DiskRoom) {
    this.#connection = new EmbeddedConnection(client, room);
  }

  /** The one connection there is, and who waits for it. */
  connections = () => this.#connection.queue.counts();

  createDriver(): Driver {
    const connection = this.#connection;
    return {
      init: async () => {
        await connection.client.connect();
        await connection.client.query(snapshotReader);
      },
      acquireConnection: async () => new Session(connection),
      beginTransaction: (session: Session, settings: TransactionSettings) => session.begin(settings),
      commitTransaction: (session: Session) => session.end("commit"),
      rollbackTransaction: (session: Session) => session.end("rollback"),
      releaseConnection: async (session: Session) => session.leave(),
      destroy: async () => {
        await connection.queue.take();
        await connection.client.end();
        connection.queue.leave();
      },
    };
  }

  createQueryCompiler = () => new PostgresQueryCompiler();
  createAdapter = () => new PostgresAdapter();
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}

/** Kysely's connection: it holds the real one for a statement, or for a transaction. */
class Session implements DatabaseConnection {
  readonly #connection: EmbeddedConnection;
  /** The time at which its transaction began. */
  #since: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: EmbeddedConnection) {
    this.#connection = connection;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    if (isolationLevel || accessMode) throw new Error("there is one kind of transaction");
    await this.#connection.queue.take();
    this.#since = performance.now();
    await this.#connection.client.query(beginWithSnapshot);
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    await this.#oneByOne(() => this.#connection.client.query(how));
    await this.#connection.shortenLog();
    this.leave();
  }

  leave(): void {
    if (this.#since !== undefined) this.#connection.queue.leave();
    this.#since = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const began = this.#since;
    const result = began === undefined ? this.#runAlone(query) : this.#oneByOne(() => this.#runWithin(query, began));
    return toQueryResult<Row>(await result);
  }

  async #runAlone(query: CompiledQuery): Promise<pg.QueryResult> {
    const { queue, client } = this.#connection;
    const read = areSnapshotReadsAllowed() ? () => readSnapshot(client, query) : undefined;
    const earlyResult = await queue.take(read);
    if (earlyResult) return earlyResult;
    try {
      const result = await this.#connection.send(query, false);
      await this.#connection.shortenLog();
      return result;
    } finally {
      queue.leave();
    }
  }

  /** Deletes unreferenced rows without checking their foreign keys; for others the foreign keys raise the error. */
  async #runWithin(query: CompiledQuery, began: number): Promise<pg.QueryResult> {
    const { queue, client } = this.#connection;
    await queue.yieldToEvents();
    if (performance.now() - began >= LONG_MS) await queue.letOthers();
    const lookup = lookupBefore(query);
    if (!lookup || (await this.#connection.send(lookup, true)).rows.length > 0)
      return this.#connection.send(query, true);
    await client.query("set local session_replication_role = replica");
    const result = await this.#connection.send(query, true);
    await client.query("set local session_replication_role to default");
    return result;
  }

  /** No statement of a transaction runs between a reader's statements. */
  #oneByOne<T>(run: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(run);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  // biome-ignore lint/correctness/useYield: part of the interface, and nobody reads a result bit by bit.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("results come as a whole");
  }
}
