import type { CompiledQuery } from "kysely";
import type pg from "pg";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { type DiskRoom, isFreeingDiskSpace, spareLog } from "./diskRoom.ts";
import { errorCode, LowDiskSpaceError } from "./errors.ts";
import { FairQueue } from "./fairQueue.ts";

/** The length from which values take room in the log, and how many bytes of them call for a checkpoint. */
const LONG_VALUE = 16 * 1024;
const LOG_BYTES = 16 * MEGABYTE;

/** The one connection to the embedded engine. Who sends a statement has the turn. */
export class EmbeddedConnection {
  readonly queue = new FairQueue<pg.QueryResult>();
  readonly client: pg.Client;
  readonly #room: DiskRoom;
  /** Bytes of long values that were sent since the last checkpoint. */
  #logged = 0;

  constructor(client: pg.Client, room: DiskRoom) {
    this.client = client;
    this.#room = room;
  }

  /**
   * Refuses what the disk has no room for, statement by statement: a transaction may write more than there was. Logins
   * write a few rows outside of transactions, and go on as long as the log has files to take them.
   */
  async send({ sql: text, parameters }: CompiledQuery, isInTransaction: boolean): Promise<pg.QueryResult> {
    const longBytes = parameters.reduce((sum: number, value) => sum + longBytesOf(value), 0);
    this.#logged += longBytes;
    const isLittle = isInTransaction ? isFreeingDiskSpace() : longBytes === 0;
    const run = () => this.client.query(text, [...parameters]);
    if (this.#room.takes(isLittle) || (isLittle && (await this.#hasSpareLog()))) return run();
    return this.#runReadOnly(run, isInTransaction);
  }

  /** PostgreSQL knows what only reads. */
  async #runReadOnly<T>(run: () => Promise<T>, isInTransaction: boolean): Promise<T> {
    const [begin, end, undo] = isInTransaction
      ? ["savepoint pb_room; set transaction read only", "release savepoint pb_room", "rollback to savepoint pb_room"]
      : ["begin read only", "commit", "rollback"];
    await this.client.query(begin);
    try {
      const result = await run();
      await this.client.query(end);
      return result;
    } catch (error) {
      await this.client.query(undo);
      throw errorCode(error) === READ_ONLY ? new LowDiskSpaceError() : error;
    }
  }

  async #hasSpareLog(): Promise<boolean> {
    const { rows } = await this.client.query<{ spare: number }>(spareLog);
    return (rows[0]?.spare ?? 0) >= 2;
  }

  /** Files arrive faster than the rounds of pglite.ts shorten the log. */
  async shortenLog(): Promise<void> {
    if (this.#logged < LOG_BYTES || !this.#room.takes(true)) return;
    this.#logged = 0;
    // The request itself has succeeded; the next round tries again, and reports the failure.
    await this.client.query("checkpoint").catch(() => undefined);
  }
}

/** The error of a statement that would write in a transaction that only reads. */
const READ_ONLY = "25006";

/** The length of a value that takes room in the log; 0 for all others. */
function longBytesOf(value: unknown): number {
  const length = typeof value === "string" || Buffer.isBuffer(value) ? value.length : 0;
  return length >= LONG_VALUE ? length : 0;
}
