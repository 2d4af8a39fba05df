/** Progress of work: the number of rows found to process so far, and of those done. */
export interface Progress {
  readonly found: number;
  readonly done: number;
  /** It stops, and stores nothing, when the client closes the connection. */
  readonly canStop?: true;
}

/** Mutable progress of running work. */
export interface ProgressCounter {
  found: number;
  done: number;
  canStop?: boolean;
}

interface ProgressRegistry {
  /** Starts counting work of this administrator; `end` stops it. */
  begin(adminId: number): { readonly progress: ProgressCounter; readonly end: () => void };
  /** Total of all running work of this administrator; undefined if there is none. */
  of(adminId: number): Progress | undefined;
}

/** Running work of this process. Administrators can read the progress of theirs, outside the transaction. */
export function buildProgressRegistry(): ProgressRegistry {
  const running = new Map<number, Set<ProgressCounter>>();
  return {
    begin: (adminId) => {
      const progress: ProgressCounter = { found: 0, done: 0 };
      const counters = running.get(adminId) ?? new Set();
      running.set(adminId, counters.add(progress));
      const end = () => {
        counters.delete(progress);
        if (counters.size === 0) running.delete(adminId);
      };
      return { progress, end };
    },
    of: (adminId) => {
      const counters = [...(running.get(adminId) ?? [])];
      if (counters.length === 0) return undefined;
      const sum = (name: "found" | "done") => counters.reduce((total, progress) => total + progress[name], 0);
      const canStop = counters.every((progress) => progress.canStop);
      return { found: sum("found"), done: Math.floor(sum("done")), ...(canStop ? { canStop } : {}) };
    },
  };
}
