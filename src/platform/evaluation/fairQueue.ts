import { PlatformError } from "../../core/validation/errors.ts";

/** Evaluations that an account may have waiting, unless more are expected. */
const MAX_WAITING = 100;

/** Seconds. */
const RETRY_AFTER_SECONDS = 5;

export interface Turn {
  /** Accounts wait for each other by name, and have one turn at a time. */
  readonly account: string;
  /** Long work leaves a place for others. */
  readonly isLong: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly mostWaiting?: number | undefined;
}

interface Waiting extends Turn {
  readonly begin: () => void;
}

/** Gives accounts their turns one after the other, however much one of them asks for. */
export class FairQueue {
  readonly #waiting = new Map<string, readonly Waiting[]>();
  readonly #busy = new Set<string>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Waits for the turn of an account, and returns what ends it.
   *
   * @throws too_many_evaluations, and the reason of the signal.
   */
  async take(turn: Turn): Promise<() => void> {
    const { account, signal, mostWaiting: most = MAX_WAITING } = turn;
    signal?.throwIfAborted();
    const turns = this.#waiting.get(account) ?? [];
    if (turns.length >= most)
      throw new PlatformError("too_many_evaluations", { most, retry_after: RETRY_AFTER_SECONDS });
    await new Promise<void>((begin, fail) => {
      const waiting = { ...turn, begin };
      this.#waiting.set(account, [...turns, waiting]);
      signal?.addEventListener("abort", () => {
        this.#leave(waiting);
        fail(signal.reason);
      });
      this.#next();
    });
    return () => {
      this.#busy.delete(account);
      this.#free++;
      // The account that was served goes to the end.
      this.#keep(account, this.#waiting.get(account) ?? []);
      this.#next();
    };
  }

  #next(): void {
    for (const [account, [first]] of this.#waiting) {
      if (!first || this.#busy.has(account) || this.#free <= (first.isLong ? 1 : 0)) continue;
      this.#leave(first);
      this.#busy.add(account);
      this.#free--;
      first.begin();
    }
  }

  #leave(waiting: Waiting): void {
    const turns = this.#waiting.get(waiting.account) ?? [];
    this.#keep(
      waiting.account,
      turns.filter((turn) => turn !== waiting),
    );
  }

  #keep(account: string, turns: readonly Waiting[]): void {
    this.#waiting.delete(account);
    if (turns.length > 0) this.#waiting.set(account, turns);
  }
}
