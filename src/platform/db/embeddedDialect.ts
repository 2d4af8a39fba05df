import { setImmediate } from "node:timers/promises";
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
import pg from "pg";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { type DiskRoom, freesDiskSpace, spareLog } from "./diskRoom.ts";
import { LowDiskSpaceError } from "./errors.ts";
import type { ConnectionCounts } from "./statementObserver.ts";
import { lookupBefore, toQueryResult } from "./statements.ts";

/** Yields to timers, sockets and signals after this long: statements run on this thread and end as microtasks. */
const TURN_MS = 10;
/** A transaction open for this long lets others read in it; such a read costs more than waiting for a short one. */
const LONG_MS = 20;
/**
 * A request that waits this long on an idle database fails: it is waiting for its own transaction. While another
 * transaction makes progress, waiting goes on.
 */
const PATIENCE_MS = 30_000;
/** The length from which values take room in the log, and how many bytes of them call for a checkpoint. */
const LONG_VALUE = 16 * 1024;
const LOG_BYTES = 16 * MEGABYTE;

/**
 * Kysely's PostgreSQL dialect over the single connection of the embedded engine. A transaction holds it exclusively,
 * except that between its statements others may read the state before it began:
 *
 * Every transaction starts by declaring a cursor over a function whose rows are computed on fetch, but on the snapshot
 * of the declaration, because the function is stable. Fetching a row makes the function open a cursor for any query on
 * that same snapshot. Such a snapshot never includes later changes, the transaction's own included:
 * docs/decisions/0034-cascades-in-sets.md.
 */
export class EmbeddedDialect implements Dialect {
  readonly #turns: Turns;

  constructor(client: pg.Client, room: DiskRoom) {
    this.#turns = new Turns(client, room);
    this.createDriver = () => new EmbeddedDriver(client, this.#turns);
  }

  /** The one connection there is, and who waits for it. */
  connections(): ConnectionCounts {
    return this.#turns.counts();
  }

  readonly createDriver: () => Driver;
  createQueryCompiler = () => new PostgresQueryCompiler();
  createAdapter = () => new PostgresAdapter();
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}

/** Setup for reads during a transaction; run once on the connection. */
const reader = `create or replace function pg_temp.pb_read() returns refcursor language plpgsql stable as $body$
  declare answer refcursor := 'pb_answer';
  begin
    open answer no scroll for execute current_setting('pb.query');
    return answer;
  exception when others then
    -- An error in the midst of a fetch would be the end of the cursor over this function.
    return null;
  end $body$`;

const readers = "declare pb_readers no scroll cursor for select pg_temp.pb_read(), generate_series(1, 2147483647)";
const begin = `begin; ${readers}`;

class EmbeddedDriver implements Driver {
  readonly #client: pg.Client;
  readonly #turns: Turns;

  constructor(client: pg.Client, turns: Turns) {
    this.#client = client;
    this.#turns = turns;
  }

  async init(): Promise<void> {
    await this.#client.connect();
    await this.#client.query(reader);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#turns);
  }

  async beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) throw new Error("there is one kind of transaction");
    await session.begin();
  }

  commitTransaction(session: Session): Promise<void> {
    return session.end("commit");
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.end("rollback");
  }

  async releaseConnection(session: Session): Promise<void> {
    session.leave();
  }

  async destroy(): Promise<void> {
    const leave = await this.#turns.take();
    await this.#client.end();
    leave();
  }
}

/** Kysely's connection: it holds the real one for a statement, or for a transaction. */
class Session implements DatabaseConnection {
  readonly #turns: Turns;
  #leave: (() => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  async begin(): Promise<void> {
    this.#leave = await this.#turns.take();
    await this.#turns.run(begin);
    this.#turns.open();
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    await this.#oneByOne(() => this.#turns.run(how));
    await this.#turns.shortenLog();
    this.leave();
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#leave) {
      return this.#oneByOne(async () => {
        await this.#turns.giveWay();
        return toQueryResult<Row>(await this.#runLookingFirst(query));
      });
    }
    return toQueryResult(await this.#turns.answer({ text: query.sql, values: query.parameters }));
  }

  /** Deletes unreferenced rows without checking their foreign keys; for others the foreign keys raise the error. */
  async #runLookingFirst(query: CompiledQuery): Promise<pg.QueryResult> {
    const run = ({ sql: text, parameters }: CompiledQuery) => this.#turns.run(text, parameters);
    const lookup = lookupBefore(query);
    if (!lookup || (await run(lookup)).rows.length > 0) return run(query);
    await this.#turns.run("set local session_replication_role = replica");
    const result = await run(query);
    await this.#turns.run("set local session_replication_role to default");
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

interface SqlText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A request waiting for the connection. */
interface QueuedRequest {
  /** The statement to run; undefined when it has to wait for the transaction's end. */
  statement: SqlText | undefined;
  /** Grants the connection; or returns the result, when it is no longer needed. */
  goOn(result?: pg.QueryResult): void;
}

/** The length of a value that takes room in the log; 0 for all others. */
function lengthOf(value: unknown): number {
  const length = typeof value === "string" || Buffer.isBuffer(value) ? value.length : 0;
  return length >= LONG_VALUE ? length : 0;
}

/** The queue for the connection, first come, first served. */
class Turns {
  readonly #client: pg.Client;
  readonly #room: DiskRoom;
  readonly #queue: QueuedRequest[] = [];
  /** Bytes of long values that were sent since the last checkpoint. */
  #logged = 0;
  #isTaken = false;
  /** The time at which the open transaction began. */
  #openSince: number | undefined;
  #lastTurn = performance.now();
  #lastStatement = performance.now();

  constructor(client: pg.Client, room: DiskRoom) {
    this.#client = client;
    this.#room = room;
  }

  counts(): ConnectionCounts {
    return { used: this.#isTaken ? 1 : 0, idle: this.#isTaken ? 0 : 1, waiting: this.#queue.length };
  }

  /** Acquires the connection; call the returned function to release it. */
  async take(): Promise<() => void> {
    if (this.#isTaken) await this.#inQueue();
    return this.#start();
  }

  /** The result of one statement: when its turn comes or, for a read, earlier during a transaction. */
  async answer(statement: SqlText): Promise<pg.QueryResult> {
    const earlyResult = this.#isTaken ? await this.#inQueue(statement) : undefined;
    if (earlyResult) return earlyResult;
    const leave = await this.#start();
    try {
      await this.#assertRoom(statement, true);
      const result = await this.#send(statement.text, statement.values);
      await this.shortenLog();
      return result;
    } finally {
      leave();
    }
  }

  /** Files arrive faster than the rounds of pglite.ts shorten the log. */
  async shortenLog(): Promise<void> {
    if (this.#logged < LOG_BYTES || !this.#room.takes("checkpoint", true)) return;
    this.#logged = 0;
    // The request itself has succeeded; the next round tries again, and reports the failure.
    await this.#client.query("checkpoint").catch(() => undefined);
  }

  async #start(): Promise<() => void> {
    this.#isTaken = true;
    await this.#letOthers();
    return () => this.#leave();
  }

  async run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    await this.#assertRoom({ text, values }, false);
    return this.#send(text, values);
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.#lastStatement = performance.now();
    for (const value of values) this.#logged += lengthOf(value);
    return this.#client.query(text, [...values]);
  }

  /**
   * Refuses what the disk has no room for, statement by statement: a transaction may write more than there was. Logins
   * write a few rows outside of transactions, and go on as long as the log has files to take them.
   */
  async #assertRoom({ text, values }: SqlText, isAlone: boolean): Promise<void> {
    const isLittle = isAlone ? values.every((value) => lengthOf(value) === 0) : freesDiskSpace(text);
    if (this.#room.takes(text, isLittle) || (isLittle && (await this.#hasSpareLog()))) return;
    throw new LowDiskSpaceError();
  }

  async #hasSpareLog(): Promise<boolean> {
    const { rows } = await this.#client.query<{ spare: number }>(spareLog);
    return (rows[0]?.spare ?? 0) >= 2;
  }

  /** A transaction has begun: others may now read between its statements. */
  open(): void {
    this.#openSince = performance.now();
  }

  /** Called before each statement of a transaction: yields to the event loop and lets readers read. */
  async giveWay(): Promise<void> {
    await this.#letOthers();
    if (this.#openSince === undefined || performance.now() - this.#openSince < LONG_MS) return;
    for (const waiting of this.#queue.filter(({ statement }) => statement)) {
      const query = waiting.statement && asReading(waiting.statement);
      const result = query === undefined ? undefined : await this.#read(query);
      waiting.statement = undefined;
      if (!result) continue;
      this.#remove(waiting);
      waiting.goOn(result);
    }
  }

  /** Runs within the open transaction; a savepoint isolates it from any error here. */
  async #read(query: string): Promise<pg.QueryResult | undefined> {
    const statements = [
      "savepoint pb_read",
      `select set_config('pb.query', ${pg.escapeLiteral(query)}, true)`,
      "fetch from pb_readers",
      "fetch all from pb_answer",
      "close pb_answer",
      "release savepoint pb_read",
    ];
    try {
      // One result per statement; the types declare only one.
      const results: unknown = await this.#client.query(statements.join("; "));
      return Array.isArray(results) ? results[3] : undefined;
    } catch {
      // The reader gets its error when the query runs again afterwards. A failed transaction has no savepoint.
      await this.#client.query("rollback to savepoint pb_read; release savepoint pb_read").catch(() => undefined);
      return undefined;
    }
  }

  #leave(): void {
    this.#openSince = undefined;
    const next = this.#queue.shift();
    // The next in the queue takes over directly: nobody can jump in.
    this.#isTaken = next !== undefined;
    next?.goOn();
  }

  #inQueue(statement?: SqlText): Promise<pg.QueryResult | undefined> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const waiting: QueuedRequest = {
        statement,
        goOn: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
      };
      this.#queue.push(waiting);
      const wait = () => {
        const remaining = this.#lastStatement + PATIENCE_MS - performance.now();
        if (remaining > 0) timer = setTimeout(wait, remaining);
        else {
          this.#remove(waiting);
          // Same message as node-postgres' pool: see isConnectionFailure.
          reject(new Error("timeout exceeded when trying to connect"));
        }
      };
      wait();
    });
  }

  #remove(waiting: QueuedRequest): void {
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
  }

  async #letOthers(): Promise<void> {
    if (performance.now() - this.#lastTurn < TURN_MS) return;
    await setImmediate();
    this.#lastTurn = performance.now();
  }
}

const changing = /\b(insert|update|delete|merge|into|share|call|nextval|setval|set_config|pg_advisory\w*)\b/i;

/**
 * A query with its values as literals, if it is certainly read-only; doubtful ones wait. A literal's type is inferred
 * like a parameter's.
 */
function asReading({ text, values }: SqlText): string | undefined {
  if (!/^\s*\(?\s*(select|with)\b/i.test(text) || /\$\w*\$|--|\/\*|\be'/i.test(text)) return undefined;
  const parts = text.split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/);
  const isQuoted = (index: number) => index % 2 === 1;
  if (parts.some((part, index) => !isQuoted(index) && changing.test(part))) return undefined;
  const literals = values.map(toLiteral);
  if (literals.some((literal) => literal === undefined || literal.includes("\0"))) return undefined;
  return parts
    .map((part, index) =>
      isQuoted(index) ? part : part.replace(/\$(\d+)/g, (_, number) => ` ${literals[Number(number) - 1]} `),
    )
    .join("");
}

function toLiteral(value: unknown): string | undefined {
  const text = Array.isArray(value) ? toArrayText(value) : toText(value);
  return text === null ? "null" : text && pg.escapeLiteral(text);
}

function toText(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? undefined : String(value);
}

function toArrayText(values: readonly unknown[]): string | undefined {
  const texts = values.map(toText);
  if (texts.includes(undefined)) return undefined;
  return `{${texts.map((text) => (text === null ? "null" : `"${text?.replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;
}
