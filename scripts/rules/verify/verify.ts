import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { businessBook } from "../../../src/core/rulebook/businessBook.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { shortRule } from "../../../src/core/rulebook/cases.ts";
import { ApiPart } from "./apiPart.ts";
import { moduleOf } from "./book.ts";
import { verifyBusiness } from "./businessPart.ts";
import { ForeignPart } from "./foreignPart.ts";
import { verifyMade } from "./madeRecords.ts";
import { about, expectation, type Outcome, type Part } from "./outcome.ts";
import type { Requests } from "./requests.ts";
import { sample } from "./sample.ts";
import type { ApiTarget } from "./target.ts";
import { verifyValidator } from "./validatorPart.ts";

export interface Plan {
  readonly cases: readonly RuleCase[];
  /** How many of the cases each part tries; absent: all. */
  readonly sample?: number;
  readonly seed: number;
}

export interface Watch {
  readonly onProgress?: (part: Part, done: number, total: number) => void;
  /** Stops between two cases; what is known by then is kept. */
  readonly signal?: AbortSignal;
}

/** The cases to try: all, or so many spread over resources and rules. */
export function chosenCases({ cases, sample: count, seed }: Plan): readonly RuleCase[] {
  return count === undefined
    ? cases
    : sample(cases, count, seed, ({ rule, expects }) => `${rule.resource} ${shortRule(rule)} ${expects}`);
}

export async function verifyByValidator(plan: Plan, watch: Watch = {}): Promise<Outcome[]> {
  return inTurn("validator", chosenCases(plan), watch, async (entry) => verifyValidator(entry));
}

/** All cases, then the rules about other records, for the resources that have cases. */
export async function verifyByApi(plan: Plan, target: ApiTarget, watch: Watch = {}): Promise<Outcome[]> {
  const part = new ApiPart(target);
  const byCase = await inTurn("api", chosenCases(plan), watch, (entry) => part.verify(entry));
  const names = new Set(plan.cases.map(({ rule }) => rule.resource));
  const states = plan.sample === undefined ? businessBook.filter(({ resource }) => names.has(resource)) : [];
  const outcomes = [...byCase];
  for (const entry of states) {
    if (watch.signal?.aborted) break;
    outcomes.push(...(await verifyBusiness(target, entry)));
  }
  return outcomes;
}

/** So many records of each form, made at random. */
export async function verifyByMadeRecords(
  names: readonly string[],
  runs: number,
  target: ApiTarget,
  { onProgress, signal }: Watch = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sent = names.filter((name) => isSendable(moduleOf(name).descriptor));
  for (const [index, name] of sent.entries()) {
    if (signal?.aborted) break;
    outcomes.push(...(await verifyMade(target, name, runs)));
    onProgress?.("made", (index + 1) * runs, sent.length * runs);
  }
  return outcomes;
}

/** Whether anybody gives the platform whole records of it: most are created, settings are there already. */
export function isSendable({ operations, settingsOf }: ResourceDescriptor): boolean {
  return operations.includes("create") || settingsOf !== undefined;
}

/** What must be refused, against any platform. */
export async function verifyForeign(plan: Plan, requests: Requests, watch: Watch = {}): Promise<Outcome[]> {
  const part = new ForeignPart(requests);
  const refused = plan.cases.filter(({ expects }) => expects === "refused");
  return inTurn("api", chosenCases({ ...plan, cases: refused }), watch, (entry) => part.verify(entry));
}

/** One case after the other. One that fails in an unforeseen way is a discrepancy, and the next has its turn. */
export async function inTurn(
  part: Part,
  cases: readonly RuleCase[],
  { onProgress, signal }: Watch,
  verify: (entry: RuleCase) => Promise<readonly Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, entry] of cases.entries()) {
    if (signal?.aborted) break;
    outcomes.push(...(await verify(entry).catch((failure: unknown) => [crashed(entry, part, failure)])));
    onProgress?.(part, index + 1, cases.length);
  }
  return outcomes;
}

function crashed(entry: RuleCase, part: Part, failure: unknown): Outcome {
  const got = `could not be tried: ${failure instanceof Error ? failure.message.slice(0, 300) : String(failure)}`;
  return { ...about(entry, part), verdict: "discrepancy", expected: expectation(entry), got, where: part };
}
