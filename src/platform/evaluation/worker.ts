import { constants, setPriority } from "node:os";
import { isMainThread, type MessagePort } from "node:worker_threads";
import { PlatformError } from "../../core/validation/errors.ts";

// Requests come first where the machine is busy. Only on Linux is the priority that of a thread, not of the process.
if (!isMainThread && process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * Everything that evaluates what users write, by name. Each is loaded when it is first asked for. Runs in threads of its
 * own, which may be ended at any time: nothing here knows the database or the request.
 */
const evaluators = {
  readTemplate: async () => (await import("../features/provisioning/configEvaluator.ts")).readTemplate,
  fillTemplate: async () => (await import("../features/provisioning/configEvaluator.ts")).fillTemplate,
  readProvisioning: async () => (await import("../features/provisioning/templateEvaluator.ts")).readProvisioning,
  fillProvisioning: async () => (await import("../features/provisioning/templateEvaluator.ts")).fillProvisioning,
  rewriteNumbers: async () => (await import("../features/routing/patternEvaluator.ts")).rewriteNumbers,
  priceCall: async () => (await import("../features/routing/patternEvaluator.ts")).priceOfCall,
  routeCalls: async () => (await import("../features/routing/patternEvaluator.ts")).routeCalls,
  suppressedBy: async () => (await import("../features/calls/callEvaluator.ts")).suppressedBy,
  zonesOf: async () => (await import("../features/calls/callEvaluator.ts")).zonesOf,
  checkDrawing: async () => (await import("../features/invoices/drawingEvaluator.ts")).checkDrawing,
  drawInvoice: async () => (await import("../features/invoices/drawingEvaluator.ts")).drawInvoice,
};

type Evaluators = { readonly [Name in keyof typeof evaluators]: Awaited<ReturnType<(typeof evaluators)[Name]>> };

export type EvaluatorName = keyof Evaluators;
export type InputOf<Name extends EvaluatorName> = Parameters<Evaluators[Name]>[0];
/** What it asks for while it runs. */
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

export default async function evaluate({ name, input, port }: Task): Promise<Evaluated> {
  // What it is given, asks and is answered passes between threads.
  const evaluator = (await evaluators[name]()) as (
    given: unknown,
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
}
