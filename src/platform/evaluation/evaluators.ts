import { constants, setPriority } from "node:os";
import { isMainThread, type MessagePort } from "node:worker_threads";
import { PlatformError } from "../../core/validation/errors.ts";

/**
 * Everything that evaluates what users write, by name: each module of evaluators declares its own here. They run in
 * threads of their own, which may be ended at any time: no evaluator knows the database or the request.
 */
// biome-ignore lint/suspicious/noEmptyInterface: what features declare is added to it.
export interface Evaluators {}

export type EvaluatorName = keyof Evaluators;
export type InputOf<Name extends EvaluatorName> = Parameters<Evaluators[Name]>[0];
/** The questions that an evaluator asks while it runs. */
export type QuestionOf<Name extends EvaluatorName> = Evaluators[Name] extends (
  input: never,
  ask: (question: infer Asked) => never,
) => unknown
  ? Asked
  : never;
export type OutputOf<Name extends EvaluatorName> = Awaited<ReturnType<Evaluators[Name]>>;

export interface Task {
  readonly name: EvaluatorName;
  readonly input: unknown;
  readonly port: MessagePort;
}

/** Classes do not survive the way between threads. */
export type Evaluated<Output = unknown> =
  | { readonly output: Output }
  | { readonly refusal: Pick<PlatformError, "code" | "params" | "fieldErrors"> };

/** Answers the tasks of a thread by these evaluators, each loaded when it is first asked for. */
export function serveEvaluators(
  evaluators: {
    readonly [Name in EvaluatorName]: () => Promise<Evaluators[Name]>;
  },
): (task: Task) => Promise<Evaluated> {
  // Requests come first where the machine is busy. Only on Linux is the priority that of a thread, not of the process.
  if (!isMainThread && process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  return async ({ name, input, port }) => {
    // Input, questions and answers pass between threads.
    const evaluator = (await evaluators[name]()) as (
      input: unknown,
      ask: (question: unknown) => Promise<unknown>,
    ) => unknown;
    const ask = (question: unknown) =>
      new Promise<unknown>((answered) => {
        port.once("message", answered);
        port.postMessage({ question });
      });
    // Loading it does not count.
    port.postMessage("started");
    try {
      return { output: await evaluator(input, ask) };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { code, params, fieldErrors } = error;
      return { refusal: { code, params, fieldErrors } };
    } finally {
      port.close();
    }
  };
}
