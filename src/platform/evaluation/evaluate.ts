import { availableParallelism } from "node:os";
import { MessageChannel } from "node:worker_threads";
import Tinypool from "tinypool";
import { businessError } from "../../core/validation/businessRules.ts";
import { PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { type Asker, asAsker, currentAsker, MAX_REQUEST_MS, MAX_TRANSACTION_MS } from "./asker.ts";
import type { Evaluated, EvaluatorName, InputOf, OutputOf, QuestionOf, Task } from "./evaluators.ts";
import { FairQueue } from "./fairQueue.ts";

/** Threads for those who wait for their turn. Transactions may take as many again. */
const THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** Megabytes of a thread's heap; a template that needs more is refused. */
const MEMORY = 256;
/** Milliseconds after which an idle thread ends. */
const IDLE_MS = 300_000;

/**
 * The pool's error for a task whose thread it ends for another one. A thread whose task answers in the moment in which it is
 * aborted is given the next task before it ends.
 */
const ENDED_THREAD = "Terminating worker thread";

const queue = new FairQueue(THREADS);

const isSource = import.meta.url.endsWith(".ts");
const filename = new URL(isSource ? "../server/evaluationThread.mjs" : "./evaluation.js", import.meta.url).href;

const poolOf = memoize((_queue: FairQueue): Tinypool => {
  const pool = new Tinypool({
    ...{ minThreads: 0, maxThreads: 2 * THREADS, idleTimeout: IDLE_MS, useAtomics: false },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    // Options of this process may be none for threads.
    execArgv: [],
  });
  // A thread that ends without work: there is another one for the next.
  pool.on("error", () => undefined);
  return pool;
});

export interface Question<Name extends EvaluatorName> {
  /** The field that is to blame where it takes too long. */
  readonly pointer: string;
  /** Answers what an evaluator asks for while it runs, which does not count as its time. */
  readonly answer?: (question: QuestionOf<Name>) => Promise<unknown> | unknown;
  /** Milliseconds of its own instead of those of the request. */
  readonly longest?: number;
}

/** Ends a transaction that needs an answer which it must not wait for; see `retryWithAnswers`. */
class MissingAnswerError extends Error {
  constructor(
    readonly key: string,
    readonly evaluate: () => Promise<unknown>,
  ) {
    super("not evaluated yet");
  }
}

/**
 * Evaluates what a user has written, in a thread: fairly by account, ended when it takes too long or nobody waits for
 * it any more. Input and output are plain data.
 *
 * @throws validation_failed at the field if it takes too long or too much memory; too_many_evaluations.
 */
export async function evaluate<Name extends EvaluatorName>(
  name: Name,
  input: InputOf<Name>,
  question: Question<Name>,
): Promise<OutputOf<Name>> {
  const asker = currentAsker();
  const longest = question.longest ?? Math.max(0, asker.budget.left);
  const run = () => runTask(name, input, question, asker);
  // Others wait for a transaction, which therefore waits for nobody.
  if (asker.answers) return run();
  const end = await queue.take({ ...asker, isLong: longest > MAX_REQUEST_MS });
  try {
    return await run();
  } finally {
    end();
  }
}

/**
 * Evaluates for the checks of a write. Within a transaction others would wait for the evaluation, so the transaction is
 * given up, and begins again with the result.
 */
export async function evaluateBefore<Name extends EvaluatorName>(
  name: Name,
  input: InputOf<Name>,
  question: Question<Name>,
): Promise<OutputOf<Name>> {
  const { answers } = currentAsker();
  const run = () => evaluate(name, input, question);
  if (!answers) return run();
  const key = `${name} ${JSON.stringify(input)}`;
  if (!answers.has(key)) throw new MissingAnswerError(key, run);
  const answer = await answers.get(key);
  // The answer to a question is kept by its key alone.
  return answer as OutputOf<Name>;
}

/** Runs a transaction, and evaluates what its checks need before it. */
export async function retryWithAnswers<T>(transaction: () => Promise<T>): Promise<T> {
  const answers = new Map<string, unknown>();
  for (;;) {
    try {
      return await asAsker({ answers, budget: { left: MAX_TRANSACTION_MS } }, transaction);
    } catch (error) {
      if (!(error instanceof MissingAnswerError)) throw error;
      const answer = error.evaluate();
      answers.set(error.key, answer);
      // Its refusal is that of the check.
      await answer.catch(() => undefined);
    }
  }
}

async function runTask<Name extends EvaluatorName>(
  name: Name,
  input: InputOf<Name>,
  question: Question<Name>,
  asker: Asker,
): Promise<OutputOf<Name>> {
  const { pointer, answer, longest } = question;
  const { budget: shared, signal } = asker;
  const budget = longest === undefined ? shared : { left: longest };
  const seconds = Math.ceil((longest ?? MAX_REQUEST_MS) / 1000);
  const tooLong = () => validationFailed([businessError(pointer, "evaluationTooLong", { seconds })]);
  const { port1: ownPort, port2: port } = new MessageChannel();
  const isOver = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let used = () => 0;
  const watch = () => {
    // Messages that arrived while this thread was busy count: timers come first.
    timer = setTimeout(() => setImmediate(end), Math.max(1, budget.left - used()));
  };
  const end = () => {
    if (!timer) return;
    if (used() >= budget.left) isOver.abort(tooLong());
    else watch();
  };
  const start = () => {
    used = stopwatch();
    watch();
  };
  const pause = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    budget.left -= used();
  };
  ownPort.on("message", async (message: "started" | { readonly question: QuestionOf<Name> }) => {
    if (message === "started") return start();
    pause();
    try {
      ownPort.postMessage(await answer?.(message.question));
      start();
    } catch (error) {
      isOver.abort(error);
    }
  });
  try {
    const ends = AbortSignal.any(signal ? [signal, isOver.signal] : [isOver.signal]);
    const task: Task = { name, input, port };
    const evaluated: Evaluated<OutputOf<Name>> = await poolOf(queue).run(task, {
      filename,
      transferList: [port],
      signal: ends,
    });
    if ("output" in evaluated) return evaluated.output;
    const { code, params, fieldErrors } = evaluated.refusal;
    throw new PlatformError(code, params, { fieldErrors });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isOver.signal.aborted) throw isOver.signal.reason;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_WORKER_OUT_OF_MEMORY") throw tooLong();
    if (error instanceof Error && error.message === ENDED_THREAD) return runTask(name, input, question, asker);
    throw error;
  } finally {
    pause();
    ownPort.close();
  }
}

/** Milliseconds since now, without those in which a busy machine gives this process no time. */
function stopwatch(): () => number {
  const [since, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(performance.now() - since, (user + system) / 1000);
  };
}
