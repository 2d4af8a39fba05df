import type { Json, ResourceDescriptor, RuleEntry } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { ruleIdOf, shortRule } from "./caseIds.ts";
import type { CaseTexts } from "./caseRows.ts";
import { type CaseOptions, validValuesOf } from "./cases.ts";

/** Verdicts of a run on a rule, with their reasons: `proved`, `refuted: accepted`, `not tried: no case of it`. */
export interface RuleVerdicts {
  readonly inForm: string;
  readonly onServer: string;
  readonly verdict: string;
}

/** A run of verify, by the ids of rules. */
export type RuleRun = Readonly<Record<string, RuleVerdicts>>;

/** Columns of a run. */
export const runColumns = ["inForm", "onServer", "verdict"] as const;

/** A row for those who read no code: values that keep and break the rule, its message, and what a run says of it, if there is one. */
export function tableRow(
  rule: RuleEntry,
  descriptor: ResourceDescriptor,
  texts: Omit<CaseTexts, "condition">,
  options: CaseOptions,
  run?: RuleRun,
): string[] {
  const examples = (values: readonly Json[]) => values.map((value) => preview(value, 48)).join(" ");
  const verdicts = run?.[ruleIdOf(rule)];
  return [
    ...[texts.form, `${texts.label(rule.pointer)} (${rule.pointer})`, shortRule(rule)],
    ...[examples(validValuesOf(rule, descriptor, options)), examples(rule.invalid), texts.message(rule)],
    ...(run ? runColumns.map((column) => verdicts?.[column] ?? "not tried") : []),
  ];
}

/** The run in the text of a file; undefined if it has none. */
export function parseRun(text: string): RuleRun | undefined {
  try {
    const run: unknown = JSON.parse(text);
    return isRun(run) ? run : undefined;
  } catch {
    // Not JSON: no run either.
    return undefined;
  }
}

function isRun(value: unknown): value is RuleRun {
  const isVerdict = (verdicts: unknown) =>
    isObject(verdicts) && runColumns.every((column) => typeof Reflect.get(verdicts, column) === "string");
  return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isVerdict);
}

/** A value in readable form; long ones are cut and followed by their length. */
export function preview(value: Json | undefined, most = 80): string {
  const text = value === undefined ? "(absent)" : JSON.stringify(value);
  return text.length > most
    ? `${text.slice(0, most - 20)}… (${typeof value === "string" ? value.length : text.length})`
    : text;
}
