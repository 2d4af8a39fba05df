import { isDeepStrictEqual } from "node:util";
import { shortRule } from "../../../src/core/rulebook/caseIds.ts";
import { expectedErrorOf, type RuleCase, reportsRule } from "../../../src/core/rulebook/cases.ts";
import { preview } from "../../../src/core/rulebook/ruleTable.ts";
import type { RuleEntry } from "../../../src/core/schema/descriptor.ts";
import type { FieldError } from "../../../src/core/validation/errors.ts";
import type { Result, Sent } from "./requests.ts";

/** `generated`: whole records sent to the platform. The other parts try the examples of the rule book. */
export const parts = ["validator", "api", "generated", "form"] as const;
export type Channel = (typeof parts)[number];

/**
 * accepted, refused: as expected. overruled: rejected by a rule about other records instead. skipped: this part cannot
 * try it. ours: a foreign platform lacks a rule that its own kind is not known to have. discrepancy: anything else.
 */
export type Verdict = "accepted" | "refused" | "overruled" | "skipped" | "ours" | "discrepancy";

/** Verdicts in the words of reports. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  accepted: "accepted",
  refused: "refused",
  discrepancy: "refuted",
  skipped: "not tried",
  overruled: "kept out by another rule",
  ours: "ours alone",
};

/** How many outcomes have each verdict, in the words of reports; only foreign platforms lack rules that are ours alone. */
export function countVerdicts(outcomes: readonly Outcome[]): (readonly [name: string, count: number])[] {
  return Object.entries(verdictNames)
    .map(([verdict, name]) => [name, outcomes.filter((outcome) => outcome.verdict === verdict).length] as const)
    .filter(([name, count]) => name !== verdictNames.ours || count > 0);
}

/** Result of one case in one part. */
export interface Outcome {
  readonly part: Channel;
  /** Id of the case, the same in every run. */
  readonly id: string;
  readonly resource: string;
  readonly pointer: string;
  /** Short name of the rule: `minLength`, `format iban`, `password digits`. */
  readonly rule: string;
  readonly name: string;
  readonly verdict: Verdict;
  /** The tried value as JSON, shortened. */
  readonly value: string;
  readonly expected: string;
  readonly got: string;
  /** The request, field or function to look at. */
  readonly where: string;
  readonly seconds?: number;
  /** The request that was answered. */
  readonly sent?: Sent;
  /** File name of a picture of the form, in the folder of the report. */
  readonly screenshot?: string;
  /** Ids of the rules that a generated record proves. */
  readonly covers?: readonly string[];
  /** Ids of the requirements that the rule proves. */
  readonly requirements?: readonly string[];
}

interface PartResult extends Result {
  readonly part: Channel;
  readonly where: string;
}

/** Rules that depend on other records or on the time, not on the value alone. */
const contextRules: readonly string[] = ["business", "unique", "uniqueTogether", "reference", "future"];

/** Long lists are tried with one entry many times over, which rules about entries may refuse. */
const entryRules: readonly string[] = ["distinct", "before"];

/** Whether the error is about more than the tried value. */
export function dependsOnOthers({ rule, pointer }: FieldError): boolean {
  return contextRules.includes(rule) || (entryRules.includes(rule) && /\/\d+\//.test(pointer));
}

/** Compares the expected with the actual result. */
export function toOutcome(entry: RuleCase, { part, where, errors, failure, isForbidden, sent }: PartResult): Outcome {
  const { rule, expects } = entry;
  const base = { ...describeCase(entry, part), where, sent, got: failure ?? describeErrors(errors) };
  const isRefused = failure === undefined && errors.length > 0;
  if (expects === "refused") {
    const choices = unexpectedChoices(errors, rule);
    if (choices !== undefined) return { ...base, got: `${base.got}, naming ${choices}`, verdict: "discrepancy" };
    return { ...base, verdict: isRefused && reportsRule(errors, expectedErrorOf(entry)) ? "refused" : "discrepancy" };
  }
  if (failure !== undefined) return { ...base, verdict: isForbidden ? "overruled" : "discrepancy" };
  if (!isRefused) return { ...base, verdict: "accepted" };
  const isContext = errors.every(dependsOnOthers);
  return { ...base, verdict: isContext && !reportsRule(errors, expectedErrorOf(entry)) ? "overruled" : "discrepancy" };
}

/** The choices that a refusal names, if they are not the book's: no value tells that there is one more. */
function unexpectedChoices(errors: readonly FieldError[], { pointer, rule, params }: RuleEntry): string | undefined {
  const enumError = errors.find((error) => rule === "enum" && error.rule === rule && error.pointer === pointer);
  const choices = enumError?.params?.allowedValues;
  return choices === undefined || isDeepStrictEqual(choices, params.allowedValues)
    ? undefined
    : JSON.stringify(choices);
}

export function describeCase(entry: RuleCase, part: Channel) {
  const { rule, id, name, value, expects } = entry;
  const { resource, pointer, requirements } = rule;
  const { key } = expectedErrorOf(entry);
  const expected = expects === "accepted" ? "accepted" : `refused: ${key} at ${pointer}`;
  return { part, id, resource, pointer, rule: shortRule(rule), requirements, name, expected, value: preview(value) };
}

export function describeErrors(errors: readonly FieldError[]): string {
  if (errors.length === 0) return "accepted";
  const listed = errors.slice(0, MAX_ERRORS).map(({ key, pointer }) => `${key} at ${pointer}`);
  const unlisted = errors.length - listed.length;
  return `refused: ${listed.join(", ")}${unlisted > 0 ? ` and ${unlisted} more` : ""}`;
}

/** Every entry of a long list may have the same error. */
const MAX_ERRORS = 8;

export function discrepanciesIn(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ verdict }) => verdict === "discrepancy");
}

/** Reasons for which cases were not tried, with their numbers; the most frequent first. */
export function reasonsIn(outcomes: readonly Outcome[]): (readonly [reason: string, count: number])[] {
  const reasons = new Map<string, number>();
  for (const { verdict, got } of outcomes) if (verdict === "skipped") reasons.set(got, (reasons.get(got) ?? 0) + 1);
  return [...reasons].sort(([, a], [, b]) => b - a);
}

export function ofPart(outcomes: readonly Outcome[], part: Channel): Outcome[] {
  return outcomes.filter((outcome) => outcome.part === part);
}

/** For the console: `validator: 2525 cases, 920 accepted, 1605 refused, 0 refuted, 0 not tried, 0 kept out by another rule`. */
export function summaryLine(part: Channel, outcomes: readonly Outcome[]): string {
  const counts = countVerdicts(outcomes).map(([name, count]) => `${count} ${name}`);
  return [`${part}: ${outcomes.length} cases`, ...counts].join(", ");
}
