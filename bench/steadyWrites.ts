import { setTimeout as pause } from "node:timers/promises";

/** In a second. */
const WRITES = 50;

export interface SteadyWrites {
  /** Of those that were acknowledged so far, in the order of the answers: which one it was, from 1, and its milliseconds. */
  readonly acknowledged: readonly { readonly index: number; readonly ms: number }[];
  /** Ends them, waits for those on their way, and tells how many have failed. */
  end(): Promise<number>;
}

/** Writes 50 times a second, whether or not those before have been answered. */
export function writeSteadily(write: (index: number) => Promise<unknown>): SteadyWrites {
  const acknowledged: { readonly index: number; readonly ms: number }[] = [];
  const open = new Set<Promise<unknown>>();
  let failed = 0;
  let isOver = false;
  const one = async (index: number) => {
    const started = performance.now();
    try {
      await write(index);
      acknowledged.push({ index, ms: performance.now() - started });
    } catch (error) {
      failed++;
      console.error(`a write failed: ${error instanceof Error ? error.message : error}`);
    }
  };
  const writing = (async () => {
    for (let index = 1; !isOver; index++) {
      const answer = one(index).finally(() => open.delete(answer));
      open.add(answer);
      await pause(1000 / WRITES);
    }
    await Promise.all(open);
  })();
  return {
    acknowledged,
    end: async () => {
      isOver = true;
      await writing;
      return failed;
    },
  };
}
