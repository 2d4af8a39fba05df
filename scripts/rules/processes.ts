import { type ChildProcess, fork, type Serializable } from "node:child_process";

export interface ProcessOptions<Task, Done> {
  /** A module that calls `answerTasks`. */
  readonly module: URL;
  /** Number of processes. */
  readonly jobs: number;
  readonly onDone: (done: Done, task: Task) => void;
  /** One that was started before. */
  readonly first?: ChildProcess | undefined;
  /** Each process finishes its task and gets no other. */
  readonly signal?: AbortSignal;
  /** A process that takes longer for a task is replaced. */
  readonly limit?: { readonly seconds: number; readonly lateFor: (task: Task) => Done };
}

/** A process for `inProcesses`; its modules take seconds to load. */
export function startProcess(module: URL): ChildProcess {
  return fork(module, { execArgv: process.execArgv, serialization: "advanced" });
}

/** Does the tasks in processes of their own, one after another in each. */
export async function inProcesses<Task extends Serializable, Done>(
  tasks: readonly Task[],
  { jobs, module, first, ...rest }: ProcessOptions<Task, Done>,
): Promise<void> {
  const open = [...tasks];
  const start = () => startProcess(module);
  const processes = Array.from({ length: Math.min(jobs, tasks.length) }, (_, index) =>
    index === 0 && first ? first : start(),
  );
  if (processes.length === 0) first?.disconnect();
  await Promise.all(processes.map((one) => serve(one, start, open, rest)));
}

/** Hands a process one task after another; ends it when none is left. */
function serve<Task extends Serializable, Done>(
  one: ChildProcess,
  start: () => ChildProcess,
  open: Task[],
  options: Pick<ProcessOptions<Task, Done>, "onDone" | "signal" | "limit">,
): Promise<void> {
  const { onDone, signal, limit } = options;
  return new Promise((resolve, reject) => {
    let trying: Task | undefined;
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      isLate = true;
      one.kill("SIGKILL");
    };
    const next = () => {
      clearTimeout(timer);
      trying = signal?.aborted ? undefined : open.shift();
      if (trying === undefined) return one.disconnect();
      one.send(trying);
      if (limit) timer = setTimeout(end, limit.seconds * 1000);
    };
    one.on("message", (done) => {
      if (trying !== undefined) onDone(done as Done, trying);
      next();
    });
    one.on("exit", (code) => {
      clearTimeout(timer);
      if (trying === undefined) return resolve();
      if (isLate && limit) {
        onDone(limit.lateFor(trying), trying);
        return resolve(serve(start(), start, open, options));
      }
      reject(new Error(`a process ended with ${code} at ${JSON.stringify(trying).slice(0, 200)}`));
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
