import { type ChildProcess, fork, type Serializable } from "node:child_process";

export interface ProcessOptions<Task, Done> {
  /** A module that calls `answerTasks`. */
  readonly module: URL;
  /** Number of processes. */
  readonly jobs: number;
  readonly onDone: (done: Done, task: Task) => void;
  /** Each process finishes its task and gets no other. */
  readonly signal?: AbortSignal;
}

/** Does the tasks in processes of their own, one after another in each. */
export async function inProcesses<Task extends Serializable, Done>(
  tasks: readonly Task[],
  { jobs, module, ...rest }: ProcessOptions<Task, Done>,
): Promise<void> {
  const open = [...tasks];
  const started = Array.from({ length: Math.min(jobs, tasks.length) }, () =>
    fork(module, { execArgv: process.execArgv, serialization: "advanced" }),
  );
  await Promise.all(started.map((one) => serve(one, open, rest)));
}

/** Hands a process one task after another; ends it when none is left. */
function serve<Task extends Serializable, Done>(
  one: ChildProcess,
  open: Task[],
  { onDone, signal }: Pick<ProcessOptions<Task, Done>, "onDone" | "signal">,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let trying: Task | undefined;
    const next = () => {
      trying = signal?.aborted ? undefined : open.shift();
      if (trying === undefined) one.disconnect();
      else one.send(trying);
    };
    one.on("message", (done) => {
      if (trying !== undefined) onDone(done as Done, trying);
      next();
    });
    one.on("exit", (code) => {
      if (trying === undefined) resolve();
      else reject(new Error(`a process ended with ${code} at ${JSON.stringify(trying).slice(0, 200)}`));
    });
    next();
  });
}

/** Answers each task that `inProcesses` sends to this process, until it sends no more. */
export function answerTasks<Task, Done>(answer: (task: Task) => Promise<Done>): void {
  // An interrupt of the terminal reaches the whole group; the process that started this one decides.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => process.exit(0));
  process.on("message", async (task) => {
    const done = await answer(task as Task);
    // It may have left meanwhile.
    if (process.connected) process.send?.(done);
  });
}
