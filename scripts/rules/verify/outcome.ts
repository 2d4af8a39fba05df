import type { Json } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { shortRule, tells } from "../../../src/core/rulebook/cases.ts";

/** `made`: records made at random near a valid one, sent to the platform. The others try the book's own examples. */
export const parts = ["validator", "api", "made", "form"] as const;
export type Part = (typeof parts)[number];

/**
 * accepted, refused: as it should be. overruled: the rule has nothing against it, but one about other records has.
 * skipped: this part has no way to try it. discrepancy: neither.
 */
export type Verdict = "accepted" | "refused" | "overruled" | "skipped" | "discrepancy";

/** What became of one case in one part. */
export interface Outcome {
  readonly part: Part;
  readonly resource: string;
  readonly pointer: string;
  /** `minLength`, `format iban`, `password digits`. */
  readonly rule: string;
  readonly name: string;
  readonly verdict: Verdict;
  /** What was tried, as JSON and short enough to read. */
  readonly value: string;
  readonly expected: string;
  readonly got: string;
  /** Where to look: a request, a field, a function. */
  readonly where: string;
}

interface Judged {
  readonly part: Part;
  readonly where: string;
  /** What was told; empty when it was accepted. */
  readonly errors: readonly FieldError[];
  /** It was neither accepted nor refused for its fields: a status, a failure. */
  readonly failure?: string;
  /** The value is not this administrator's to give. */
  readonly isNotTheirs?: boolean;
}

/** Rules about other records, or about the time: no value alone keeps or breaks them. */
const elsewhere: readonly string[] = ["business", "unique", "reference", "future"];

/** Compares what should have happened with what did. */
export function judge(entry: RuleCase, { part, where, errors, failure, isNotTheirs }: Judged): Outcome {
  const { rule, expects } = entry;
  const base = { ...about(entry, part), where, expected: expectation(entry), got: failure ?? gotOf(errors) };
  const isRefused = failure === undefined && errors.length > 0;
  if (expects === "refused") {
    return { ...base, verdict: isRefused && tells(errors, rule) ? "refused" : "discrepancy" };
  }
  if (failure !== undefined) return { ...base, verdict: isNotTheirs ? "overruled" : "discrepancy" };
  if (!isRefused) return { ...base, verdict: "accepted" };
  const isElsewhere = errors.every(({ rule: told }) => elsewhere.includes(told));
  return { ...base, verdict: isElsewhere && !tells(errors, rule) ? "overruled" : "discrepancy" };
}

export function about({ rule, name, value }: RuleCase, part: Part) {
  return { part, resource: rule.resource, pointer: rule.pointer, rule: shortRule(rule), name, value: shown(value) };
}

export function expectation({ rule, expects }: RuleCase): string {
  return expects === "accepted" ? "accepted" : `refused: ${rule.key} at ${rule.pointer}`;
}

export function gotOf(errors: readonly FieldError[]): string {
  if (errors.length === 0) return "accepted";
  const told = errors.slice(0, MOST_TOLD).map(({ key, pointer }) => `${key} at ${pointer}`);
  const rest = errors.length - told.length;
  return `refused: ${told.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Of the errors of one record: all entries of a long list may have the same. */
const MOST_TOLD = 8;

/** A value as people compare it; long ones are cut, with their length. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? "(absent)" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 60)}… (${typeof value === "string" ? value.length : text.length})` : text;
}
