import { byteOrderMark, toCsvLine } from "../../../src/core/csv.ts";
import { placedRuleId } from "../../../src/core/rulebook/caseIds.ts";
import type { BookedRule } from "./coverage.ts";
import { idOf, type Outcome, type Verdict } from "./outcome.ts";

/** What a verdict says about the rule, in the words of reports. */
const results: Readonly<Record<Verdict, string>> = {
  accepted: "proved",
  refused: "proved",
  overruled: "kept out by another rule",
  skipped: "not tried",
  discrepancy: "refuted",
};

/** A requirement, or none, with a rule that proves it and a case that was run, or none. */
interface Trace {
  readonly requirement: string;
  readonly rule: string;
  readonly outcome?: Outcome;
}

/** Requirement, rule, case and result: all rules, also those that no case of this run has tried. */
function traces(rules: readonly BookedRule[], outcomes: readonly Outcome[]): Trace[] {
  const byRule = new Map<string, Outcome[]>(rules.map(({ id }) => [id, []]));
  for (const outcome of outcomes)
    for (const id of outcome.covers ?? [placedRuleId(outcome)]) byRule.get(id)?.push(outcome);
  return rules
    .flatMap(({ id, requirements }) =>
      (requirements.length > 0 ? requirements : [""]).flatMap((requirement): Trace[] => {
        const own = byRule.get(id) ?? [];
        return own.length === 0
          ? [{ requirement, rule: id }]
          : own.map((outcome) => ({ requirement, rule: id, outcome }));
      }),
    )
    .sort((one, other) => Number(one.requirement === "") - Number(other.requirement === ""));
}

export function asTraceability(rules: readonly BookedRule[], outcomes: readonly Outcome[]): string {
  const lines = traces(rules, outcomes).map(({ requirement, rule, outcome }) => [
    requirement,
    rule,
    outcome ? idOf(outcome) : "",
    outcome?.part ?? "",
    outcome ? results[outcome.verdict] : "not tried",
    outcome && ["skipped", "overruled", "discrepancy"].includes(outcome.verdict) ? outcome.got : "",
  ]);
  const titles = ["requirement", "rule", "case", "checked in", "result", "reason"];
  return byteOrderMark + [titles, ...lines].map(toCsvLine).join("");
}
