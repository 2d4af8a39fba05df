import { shortRule } from "../../../src/core/rulebook/caseIds.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import type { ResourceDescriptor } from "../../../src/core/schema/descriptor.ts";
import { hasValue, valueAtPointer } from "../../../src/core/schema/valueAt.ts";
import { findPreferenceKind, type PreferenceKind } from "../../../src/core/telephony/preferenceKind.ts";
import { validateRecord } from "../../../src/core/validation/validateRecord.ts";
import { checkPreferences } from "../../../src/platform/preferences/readValue.ts";
import { ApiPart } from "./apiPart.ts";
import { moduleOf } from "./book.ts";
import { propertySeed, verifyGenerated } from "./generatedRecords.ts";
import { type Channel, describeCase, type Outcome, toOutcome } from "./outcome.ts";
import { RemotePart } from "./remotePart.ts";
import { type ApiTarget, collection, type Requests } from "./requests.ts";
import { sample } from "./sample.ts";

export interface Watch {
  readonly onProgress?: (part: Channel, done: number, total: number) => void;
  /** Stops between two cases and keeps the outcomes so far. */
  readonly signal?: AbortSignal;
}

/** A sample spread over resources and rules. */
export function sampleCases(cases: readonly RuleCase[], count: number, seed: number): RuleCase[] {
  return sample(cases, count, seed, ({ rule, expects }) => `${rule.resource} ${shortRule(rule)} ${expects}`);
}

export function verifyByValidator(cases: readonly RuleCase[]): Outcome[] {
  return cases.flatMap((entry) => verifyValidator(entry) ?? []);
}

export function verifyByApi(cases: readonly RuleCase[], target: ApiTarget, watch?: Watch): Promise<Outcome[]> {
  const part = new ApiPart(target);
  return runCases("api", cases, (entry) => part.verify(entry), watch);
}

/** Tries cases of new records on any platform. */
export function verifyRemote(cases: readonly RuleCase[], requests: Requests, watch?: Watch): Promise<Outcome[]> {
  const part = new RemotePart(requests);
  return runCases("api", cases, (entry) => part.verify(entry), watch);
}

/** Sends so many generated records of each form; or only those with wanted ids. */
export async function verifyByGeneratedRecords(
  names: readonly string[],
  count: number,
  target: ApiTarget,
  { isWanted, onProgress, signal }: Watch & { readonly isWanted?: (id: string) => boolean } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sendable = names.filter((name) => isSendable(moduleOf(name).descriptor));
  for (const [index, name] of sendable.entries()) {
    if (signal?.aborted) break;
    outcomes.push(
      ...(await verifyGenerated(target, name, count, isWanted).catch((failure) => [brokenOffOutcome(name, failure)])),
    );
    onProgress?.("generated", (index + 1) * count, sendable.length * count);
  }
  return outcomes;
}

/** Whether clients send whole records of it: records that can be created, or settings. */
export function isSendable({ operations, settingsOf }: ResourceDescriptor): boolean {
  return operations.includes("create") || settingsOf !== undefined;
}

/** The outcome if the records of a form could not all be generated and sent. */
function brokenOffOutcome(resource: string, failure: unknown): Outcome {
  return {
    ...{ part: "generated", resource, pointer: "", rule: "generated record", id: `${resource}:generated:broken-off` },
    name: `${resource} generated records, seed ${propertySeed}`,
    verdict: "discrepancy",
    value: "",
    expected: "all records generated and sent",
    got: describeFailure(failure),
    where: collection(resource),
  };
}

/** Runs the cases one by one. An unexpected error becomes a discrepancy and does not stop the run. */
export async function runCases(
  part: Channel,
  cases: readonly RuleCase[],
  verify: (entry: RuleCase) => Promise<Outcome | undefined>,
  { onProgress, signal }: Watch = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, entry] of cases.entries()) {
    const begun = performance.now();
    const outcome = await verify(entry).catch(
      (failure: unknown): Outcome => ({
        ...describeCase(entry, part),
        verdict: "discrepancy",
        got: describeFailure(failure),
        where: part,
      }),
    );
    // Cases fail after an interrupt because browser and server have ended.
    if (signal?.aborted) break;
    if (outcome) outcomes.push({ ...outcome, seconds: (performance.now() - begun) / 1000 });
    onProgress?.(part, index + 1, cases.length);
  }
  return outcomes;
}

/** An error that no case expects, in short. */
function describeFailure(failure: unknown): string {
  return `failed unexpectedly: ${failure instanceof Error ? failure.message.slice(0, 300) : String(failure)}`;
}

/** Tries the case in the validator shared by form and server; nothing for server-only rules. `module`: the one under test. */
export function verifyValidator(entry: RuleCase, module = moduleOf(entry.rule.resource)): Outcome | undefined {
  const { rule, record, previous, related, mode, expects, value } = entry;
  const kind = findPreferenceKind(rule.resource);
  if (kind) return verifyPreference(entry, kind);
  if (rule.side === "server") return undefined;
  const { errors, record: stored } = validateRecord(module, record, {
    ...{ mode, previous, related: (path) => related.get(path) },
  });
  // Valid cases only check their own field: a select may require fields that the record lacks.
  const here = expects === "accepted" ? errors.filter(({ pointer }) => pointer === rule.pointer) : errors;
  const isHidden = hasValue(value) && !hasValue(valueAtPointer(stored, rule.pointer));
  const failure = expects === "accepted" && here.length === 0 && isHidden ? "removed before validation" : undefined;
  return toOutcome(entry, {
    part: "validator",
    where: "validateRecord (src/core/validation/validateRecord.ts)",
    errors: here,
    failure,
  });
}

/** Tries the case in the checks of preferences, which the platform alone has. Names of records are looked up there. */
export function verifyPreference(entry: RuleCase, kind: PreferenceKind): Outcome | undefined {
  if (entry.rule.key === "rules.business.preferenceNameUnknown") return undefined;
  const where = "checkPreferences (src/platform/preferences/readValue.ts)";
  return toOutcome(entry, { part: "validator", where, errors: checkPreferences(kind, entry.record) });
}
