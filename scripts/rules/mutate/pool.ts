import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Found } from "./tryMutant.ts";

/** What became of a fault. */
export interface Tried {
  readonly id: string;
  readonly found: Found;
  /** Why it could not be tried. */
  readonly failure?: string;
}

const worker = fileURLToPath(new URL("./worker.ts", import.meta.url));

export interface PoolOptions {
  readonly jobs: number;
  readonly onTried: (tried: Tried) => void;
  readonly signal: AbortSignal;
}

/** Tries faults in processes of their own, one after another in each. */
export async function tryInPool(ids: readonly string[], { jobs, onTried, signal }: PoolOptions): Promise<void> {
  const open = [...ids];
  const workers = Array.from({ length: Math.min(jobs, ids.length) }, () =>
    fork(worker, { execArgv: process.execArgv }),
  );
  const stop = () => {
    for (const one of workers) one.kill("SIGTERM");
  };
  signal.addEventListener("abort", stop);
  await Promise.all(workers.map((one) => serve(one, open, onTried, signal)));
  signal.removeEventListener("abort", stop);
}

/** Hands a process one fault after another; ends it when none is left. */
function serve(one: ChildProcess, open: string[], onTried: PoolOptions["onTried"], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let trying: string | undefined;
    const next = () => {
      trying = open.shift();
      if (trying === undefined) one.disconnect();
      else one.send(trying);
    };
    one.on("message", (tried) => {
      onTried(tried as Tried);
      next();
    });
    one.on("exit", (code) => {
      if (signal.aborted || trying === undefined) resolve();
      else reject(new Error(`the process that tried ${trying} ended with ${code}`));
    });
    next();
  });
}
