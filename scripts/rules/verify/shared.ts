import type { ChildProcess } from "node:child_process";
import { inProcesses, startProcess } from "../processes.ts";
import type { Outcome, Part } from "./outcome.ts";
import type { MadePlan, Plan, Watch } from "./verify.ts";

/** The parts that need a platform and no browser. */
export type SharedPart = "api" | "made";

export function isShared(part: Part): part is SharedPart {
  return part === "api" || part === "made";
}

/** Some forms of a part, for one process. */
export interface PartTask {
  readonly part: SharedPart;
  readonly plan: SharedPlan;
}

export type SharedPlan = Plan & MadePlan;

const worker = new URL("./worker.ts", import.meta.url);

/** Starts the first process that `verifyShared` needs. */
export function startShared(): ChildProcess {
  return startProcess(worker);
}

/** A process opens its platform in the time of so many cases. */
const WORTH_A_PROCESS = 1000;

/** Tries these parts form by form in processes that have a platform each; the outcomes stay in order. */
export async function verifyShared(
  plans: readonly PartTask[],
  jobs: number,
  { onProgress, signal }: Watch = {},
  first?: ChildProcess,
): Promise<Outcome[]> {
  const tasks = plans.flatMap(byForm);
  const outcomes = new Map<PartTask, Outcome[]>();
  const total = (part: SharedPart) => sizeOf(tasks.filter((task) => task.part === part));
  // The longest first, so that no process is left with it at the end.
  const ordered = [...tasks].sort((one, other) => sizeOf([other]) - sizeOf([one]));
  await inProcesses(ordered, {
    module: worker,
    first,
    // Chosen states are no cases.
    jobs: Math.min(jobs, Math.max(Math.ceil(sizeOf(tasks) / WORTH_A_PROCESS), 1)),
    signal,
    onDone: (tried: Outcome[], task) => {
      outcomes.set(task, tried);
      const done = tasks.filter((one) => one.part === task.part && outcomes.has(one));
      onProgress?.(task.part, sizeOf(done), total(task.part));
    },
  });
  return tasks.flatMap((task) => outcomes.get(task) ?? []);
}

/** A whole part form by form; a sample or chosen cases are too few to share. */
function byForm({ part, plan }: PartTask): PartTask[] {
  if (plan.sample !== undefined || plan.wanted) return [{ part, plan }];
  return plan.names.map((name) => {
    const cases = plan.cases.filter(({ rule }) => rule.resource === name);
    return { part, plan: { ...plan, cases, names: [name] } };
  });
}

function sizeOf(tasks: readonly PartTask[]): number {
  return tasks.reduce((sum, { part, plan }) => sum + (part === "api" ? plan.cases.length : plan.made), 0);
}
