import { isDeepStrictEqual } from "node:util";
import type { Json, RuleEntry } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { caseIdOf, placedRuleId, shortRule } from "../../../src/core/rulebook/caseIds.ts";
import { type RuleCase, refusalOf, tells } from "../../../src/core/rulebook/cases.ts";
import type { Result, Sent } from "./requests.ts";

/** `made`: random records sent to the platform. The other parts try the examples of the rule book. */
export const parts = ["validator", "api", "made", "form"] as const;
export type Part = (typeof parts)[number];

/**
 * accepted, refused: as expected. overruled: rejected by a rule about other records instead. skipped: this part cannot
 * try it. discrepancy: anything else.
 */
export type Verdict = "accepted" | "refused" | "overruled" | "skipped" | "discrepancy";

/** Result of one case in one part. */
export interface Outcome {
  readonly part: Part;
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
  /** Where to look: a request, a field or a function. */
  readonly where: string;
  /** Of the case, the same in every run. */
  readonly id?: string;
  readonly startedAt?: Date;
  readonly seconds?: number;
  /** The request that was answered. */
  readonly sent?: Sent;
  /** File name of a picture of the form, in the folder of the report. */
  readonly screenshot?: string;
  /** Of a made record: the ids of the rules it proves. */
  readonly covers?: readonly string[];
}

/** The case's id; states of other records have one each for a rule. */
export function idOf(outcome: Outcome): string {
  return outcome.id ?? caseIdOf(placedRuleId(outcome), "refuses");
}

interface CaseResult extends Result {
  readonly part: Part;
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
export function toOutcome(entry: RuleCase, { part, where, errors, failure, isForbidden, sent }: CaseResult): Outcome {
  const { rule, expects } = entry;
  const base = {
    ...about(entry, part),
    where,
    sent,
    expected: expectation(entry),
    got: failure ?? describeErrors(errors),
  };
  const isRefused = failure === undefined && errors.length > 0;
  if (expects === "refused") {
    const others = otherChoices(errors, rule);
    if (others !== undefined) return { ...base, got: `${base.got}, naming ${others}`, verdict: "discrepancy" };
    return { ...base, verdict: isRefused && tells(errors, refusalOf(entry)) ? "refused" : "discrepancy" };
  }
  if (failure !== undefined) return { ...base, verdict: isForbidden ? "overruled" : "discrepancy" };
  if (!isRefused) return { ...base, verdict: "accepted" };
  const isContext = errors.every(dependsOnOthers);
  return { ...base, verdict: isContext && !tells(errors, refusalOf(entry)) ? "overruled" : "discrepancy" };
}

/** The choices that a refusal names, if they are not the book's: no value tells that there is one more. */
function otherChoices(errors: readonly FieldError[], { pointer, rule, params }: RuleEntry): string | undefined {
  const named = errors.find((error) => rule === "enum" && error.rule === rule && error.pointer === pointer);
  const choices = named?.params?.allowedValues;
  return choices === undefined || isDeepStrictEqual(choices, params.allowedValues)
    ? undefined
    : JSON.stringify(choices);
}

export function about({ rule, id, name, value }: RuleCase, part: Part) {
  return {
    part,
    id,
    resource: rule.resource,
    pointer: rule.pointer,
    rule: shortRule(rule),
    name,
    value: preview(value),
  };
}

export function expectation(entry: RuleCase): string {
  const { key, pointer } = refusalOf(entry);
  return entry.expects === "accepted" ? "accepted" : `refused: ${key} at ${pointer}`;
}

export function describeErrors(errors: readonly FieldError[]): string {
  if (errors.length === 0) return "accepted";
  const shown = errors.slice(0, MAX_ERRORS).map(({ key, pointer }) => `${key} at ${pointer}`);
  const rest = errors.length - shown.length;
  return `refused: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Every entry of a long list may have the same error. */
const MAX_ERRORS = 8;

/** A value in readable form; long ones are cut and followed by their length. */
export function preview(value: Json | undefined): string {
  const text = value === undefined ? "(absent)" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 60)}… (${typeof value === "string" ? value.length : text.length})` : text;
}

export type Counts = Readonly<Record<Verdict, number>> & {
  readonly cases: number;
  /** Accepted or refused, as expected. */
  readonly proved: number;
};

/** How many rules a part has proved. */
export interface Coverage {
  readonly proved: number;
  readonly rules: number;
  /** Whole percent, rounded down. */
  readonly percent: number;
}

/** Counts outcomes by verdict. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { cases: outcomes.length, accepted: 0, refused: 0, overruled: 0, skipped: 0, discrepancy: 0 };
  for (const { verdict } of outcomes) counts[verdict]++;
  return { ...counts, proved: counts.accepted + counts.refused };
}

export function ofPart(outcomes: readonly Outcome[], part: Part): Outcome[] {
  return outcomes.filter((outcome) => outcome.part === part);
}

export function discrepanciesIn(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ verdict }) => verdict === "discrepancy");
}

/** Why cases were not tried, and how many for each reason; the most frequent first. */
export function reasonsIn(outcomes: readonly Outcome[]): (readonly [reason: string, count: number])[] {
  const reasons = new Map<string, number>();
  for (const { verdict, got } of outcomes) if (verdict === "skipped") reasons.set(got, (reasons.get(got) ?? 0) + 1);
  return [...reasons].sort(([, one], [, other]) => other - one);
}

/** For the console: `validator: 2525 cases, 2525 proved (920 accepted, 1605 refused), 0 refuted`. */
export function summaryLine(part: Part, outcomes: readonly Outcome[], coverage?: Coverage): string {
  const { cases, proved, accepted, refused, overruled, skipped, discrepancy } = countsOf(outcomes);
  const parts = [
    `${cases} cases`,
    `${proved} proved (${accepted} accepted, ${refused} refused)`,
    `${discrepancy} refuted`,
    ...(skipped > 0 ? [`${skipped} not tried`] : []),
    ...(overruled > 0 ? [`${overruled} kept out by another rule`] : []),
    ...(coverage ? [`${coverage.percent} % of ${coverage.rules} rules covered`] : []),
  ];
  return `${part}: ${parts.join(", ")}`;
}
