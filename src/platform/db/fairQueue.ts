import { setImmediate } from "node:timers/promises";
import type { ConnectionCounts } from "./statementObserver.ts";

/** Yields to timers, sockets and signals after this long: statements run on this thread and end as microtasks. */
const TURN_MS = 10;
/**
 * A request that waits this long on an idle database fails: it is waiting for its own transaction. While another
 * transaction makes progress, waiting goes on.
 */
const PATIENCE_MS = 30_000;

interface Waiting<Result> {
  /** Tries to get the result during somebody else's turn; undefined when it has to wait for its own. */
  early: (() => Promise<Result | undefined>) | undefined;
  /** Grants the turn; or returns the result, when it is no longer needed. */
  goOn(result?: Result): void;
}

/** The queue for the one connection: first come, first served. */
export class FairQueue<Result> {
  readonly #waiting: Waiting<Result>[] = [];
  #isTaken = false;
  #lastYield = performance.now();
  #lastUse = performance.now();

  counts(): ConnectionCounts {
    return { used: this.#isTaken ? 1 : 0, idle: this.#isTaken ? 0 : 1, waiting: this.#waiting.length };
  }

  /** Waits for a turn, to be ended by `leave`; or returns the result of `early`, if somebody else's pause came first. */
  async take(early?: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const result = this.#isTaken ? await this.#wait(early) : undefined;
    if (result !== undefined) return result;
    this.#isTaken = true;
    await this.yieldToEvents();
    return undefined;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // The next in the queue takes over directly: nobody can jump in.
    this.#isTaken = next !== undefined;
    next?.goOn();
  }

  /** Within a turn: gives each of those that wait now its result, if it can be had early. */
  async letOthers(): Promise<void> {
    for (const waiting of this.#waiting.filter(({ early }) => early)) {
      const result = await waiting.early?.();
      waiting.early = undefined;
      if (result !== undefined && this.#remove(waiting)) waiting.goOn(result);
    }
  }

  /** Called before each statement. */
  async yieldToEvents(): Promise<void> {
    this.#lastUse = performance.now();
    if (this.#lastUse - this.#lastYield < TURN_MS) return;
    await setImmediate();
    this.#lastYield = performance.now();
  }

  #wait(early: Waiting<Result>["early"]): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const goOn = (result?: Result) => {
        clearTimeout(timer);
        resolve(result);
      };
      const waiting = { early, goOn };
      this.#waiting.push(waiting);
      const watch = () => {
        const remaining = this.#lastUse + PATIENCE_MS - performance.now();
        if (remaining > 0) timer = setTimeout(watch, remaining);
        // Same message as node-postgres' pool: see isConnectionFailure.
        else if (this.#remove(waiting)) reject(new Error("timeout exceeded when trying to connect"));
      };
      watch();
    });
  }

  #remove(waiting: Waiting<Result>): boolean {
    const index = this.#waiting.indexOf(waiting);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }
}
