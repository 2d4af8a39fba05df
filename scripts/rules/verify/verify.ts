import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { shortRule } from "../../../src/core/rulebook/caseIds.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { valueAtPointer } from "../../../src/core/valueAt.ts";
import { ApiPart } from "./apiPart.ts";
import { moduleOf } from "./book.ts";
import { ForeignPart } from "./foreignPart.ts";
import { brokenOff, verifyMade } from "./madeRecords.ts";
import { about, expectation, type Outcome, type Part, toOutcome } from "./outcome.ts";
import type { ApiTarget, Requests } from "./requests.ts";
import { sample } from "./sample.ts";

export interface Plan {
  readonly cases: readonly RuleCase[];
  /** Number of cases per part; all if absent. */
  readonly sample?: number;
  readonly seed: number;
  /** Ids of cases and made records; all if absent. */
  readonly wanted?: ReadonlySet<string>;
}

export interface MadePlan extends Pick<Plan, "wanted"> {
  readonly names: readonly string[];
  /** Made records per form. */
  readonly made: number;
}

export interface Watch {
  readonly onProgress?: (part: Part, done: number, total: number) => void;
  /** Stops between two cases and keeps the outcomes so far. */
  readonly signal?: AbortSignal;
}

/** All cases, or a sample spread over resources and rules. */
export function chosenCases({ cases, sample: count, seed }: Plan): readonly RuleCase[] {
  return count === undefined
    ? cases
    : sample(cases, count, seed, ({ rule, expects }) => `${rule.resource} ${shortRule(rule)} ${expects}`);
}

export async function verifyByValidator(plan: Plan, watch: Watch = {}): Promise<Outcome[]> {
  return inTurn("validator", chosenCases(plan), watch, async (entry) => verifyValidator(entry));
}

export async function verifyByApi(plan: Plan, target: ApiTarget, watch: Watch = {}): Promise<Outcome[]> {
  const part = new ApiPart(target);
  return inTurn("api", chosenCases(plan), watch, (entry) => part.verify(entry));
}

export async function verifyByMadeRecords(
  { names, made, wanted }: MadePlan,
  target: ApiTarget,
  { onProgress, signal }: Watch = {},
): Promise<Outcome[]> {
  const isWanted = wanted && ((id: string) => wanted.has(id));
  const outcomes: Outcome[] = [];
  const sent = names.filter((name) => isSendable(moduleOf(name).descriptor));
  for (const [index, name] of sent.entries()) {
    if (signal?.aborted) break;
    const tried = () =>
      verifyMade(target, name, made, isWanted).catch((failure: unknown) => [brokenOff(name, unexpected(failure))]);
    outcomes.push(...(await timed(tried)));
    onProgress?.("made", (index + 1) * made, sent.length * made);
  }
  return outcomes;
}

/** Whether clients send whole records of it: records that can be created, or settings. */
export function isSendable({ operations, settingsOf }: ResourceDescriptor): boolean {
  return operations.includes("create") || settingsOf !== undefined;
}

/** Tries the invalid cases on any platform. */
export async function verifyForeign(plan: Plan, requests: Requests, watch: Watch = {}): Promise<Outcome[]> {
  const part = new ForeignPart(requests);
  const refused = plan.cases.filter(({ expects }) => expects === "refused");
  return inTurn("api", chosenCases({ ...plan, cases: refused }), watch, (entry) => part.verify(entry));
}

/** Runs the cases one by one. An unexpected error becomes a discrepancy and does not stop the run. */
export async function inTurn(
  part: Part,
  cases: readonly RuleCase[],
  { onProgress, signal }: Watch,
  verify: (entry: RuleCase) => Promise<readonly Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, entry] of cases.entries()) {
    if (signal?.aborted) break;
    // What fails after an interrupt does so because browser and server have ended.
    const tried = () =>
      verify(entry).catch((failure: unknown) => (signal?.aborted ? [] : [failedCase(entry, part, failure)]));
    outcomes.push(...(await timed(tried)));
    onProgress?.(part, index + 1, cases.length);
  }
  return outcomes;
}

/** The outcomes with when they were tried, and how long each took. */
async function timed(run: () => Promise<readonly Outcome[]>): Promise<Outcome[]> {
  const startedAt = new Date();
  const begun = performance.now();
  const outcomes = await run();
  const seconds = (performance.now() - begun) / 1000 / outcomes.length;
  return outcomes.map((outcome) => ({ ...outcome, startedAt, seconds }));
}

function failedCase(entry: RuleCase, part: Part, failure: unknown): Outcome {
  const got = unexpected(failure);
  return { ...about(entry, part), verdict: "discrepancy", expected: expectation(entry), got, where: part };
}

/** An error that no case expects, in short. */
export function unexpected(failure: unknown): string {
  return `failed unexpectedly: ${failure instanceof Error ? failure.message.slice(0, 300) : String(failure)}`;
}

const VALIDATOR = "validateRecord (src/core/validate.ts)";

/** Tries the case in the validator shared by form and server; nothing for server-only rules. `module`: the one under test. */
export function verifyValidator(entry: RuleCase, module = moduleOf(entry.rule.resource)): Outcome[] {
  const { rule, record, related, mode, expects, value } = entry;
  if (rule.side === "server") return [];
  const context = { mode, related: (path: string) => related.get(path) };
  const { errors, record: kept } = validateRecord(module, record, context);
  // Valid cases only check their own field: a select may require fields that the record lacks.
  const here = entry.expects === "accepted" ? errors.filter(({ pointer }) => pointer === rule.pointer) : errors;
  const isHidden =
    expects === "accepted" && here.length === 0 && !isNothing(value) && isNothing(valueAtPointer(kept, rule.pointer));
  if (isHidden) {
    const got = "removed before validation";
    return [
      { ...about(entry, "validator"), verdict: "discrepancy", expected: expectation(entry), got, where: VALIDATOR },
    ];
  }
  return [toOutcome(entry, { part: "validator", where: VALIDATOR, errors: here })];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
