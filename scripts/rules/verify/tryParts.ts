import type { ChildProcess } from "node:child_process";
import { ensureBuilt } from "../../toolchain.mjs";
import type { ChosenRoles } from "../roleOptions.ts";
import type { FormRun } from "./formRun.ts";
import { type Outcome, type Part, parts } from "./outcome.ts";
import type { RoleCase } from "./roleCases.ts";
import { isShared, type SharedPart, type SharedPlan, startShared, verifyShared } from "./shared.ts";
import { ofPart } from "./totals.ts";
import { verifyByValidator, type Watch } from "./verify.ts";

export interface WholePlan extends SharedPlan {
  readonly rights: readonly RoleCase[];
  readonly ways: ChosenRoles["ways"];
}

/** Begins to load what these parts need, so that it is there once their cases are: modules, and the first process. */
export function beginToLoad(only: readonly Part[]): ChildProcess | undefined {
  // Where it is imported again, it is known.
  if (only.includes("form")) void import("./formRun.ts");
  return only.some(isShared) ? startShared() : undefined;
}

export interface Surroundings {
  /** For the parts that need no browser. */
  readonly first?: ChildProcess | undefined;
  /** Resolves once platforms can be opened; absent if none is. */
  readonly prepared?: Promise<void>;
  readonly run: FormRun;
  readonly signal: AbortSignal;
}

/** Tries the parts at the same time: those that need a browser here, the others in processes of their own. */
export async function tryParts(
  only: readonly Part[],
  planFor: (part: Part) => WholePlan,
  { first, prepared, run, signal }: Surroundings,
): Promise<Outcome[]> {
  const watch: Watch = { signal, onProgress: showProgress };
  const inTurn = async () => {
    const outcomes: Outcome[] = [];
    for (const part of only) {
      if (isShared(part) || watch.signal?.aborted) continue;
      if (part !== "validator") await prepared;
      outcomes.push(...(await tryHere(part, planFor(part), watch, run)));
    }
    return outcomes;
  };
  const elsewhere = async () => {
    await prepared;
    const shared = only.filter(isShared).map((part) => ({ part, plan: planFor(part) }));
    return verifyShared(shared, run.jobs, watch, first);
  };
  const outcomes = (await Promise.all([inTurn(), elsewhere()])).flat();
  return parts.flatMap((part) => ofPart(outcomes, part));
}

/** Loads each part on demand: the validator needs no browser. */
async function tryHere(
  part: Exclude<Part, SharedPart>,
  plan: WholePlan,
  watch: Watch,
  run: FormRun,
): Promise<Outcome[]> {
  if (part === "validator") return verifyByValidator(plan, watch);
  if (part === "role") {
    const { verifyByRole } = await import("./roleRun.ts");
    return verifyByRole({ ...plan, cases: plan.rights, screenshots: run.screenshots }, watch);
  }
  const { verifyByForm } = await import("./formRun.ts");
  ensureBuilt();
  return verifyByForm(plan, run, watch);
}

let progressShownAt = 0;
const progress = new Map<Part, string>();

/** Updates one line on a terminal; logs every five seconds otherwise. */
export function showProgress(part: Part, done: number, total: number): void {
  progress.set(part, `${part}: ${done} of ${total}`);
  const { isTTY } = process.stderr;
  if (done < total && performance.now() - progressShownAt < (isTTY ? 100 : 5000)) return;
  progressShownAt = performance.now();
  const line = [...progress.values()].join(", ");
  process.stderr.write(isTTY ? `\r${line}` : `${line}\n`);
}
