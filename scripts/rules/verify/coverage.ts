import { placedRuleId, ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { rulesOf } from "./book.ts";
import { type Coverage, type Outcome, ofPart, type Part, parts } from "./outcome.ts";

/** A rule as coverage counts it. */
export interface BookedRule {
  readonly id: string;
  readonly requirements: readonly string[];
  /** Sides of the rule that its values can show. */
  readonly sides: readonly ("accepted" | "refused")[];
  /** Other rules are checked by the validator too, which form and platform share. */
  readonly isOfPlatform: boolean;
}

/** Every rule of these forms; those about other records are proved by the tests of each entity. */
export function bookedRules(resources: readonly string[]): BookedRule[] {
  return resources.flatMap(rulesOf).map((rule) => ({
    id: ruleIdOf(rule),
    requirements: rule.requirements ?? [],
    sides: [
      ...(rule.valid.length > 0 ? (["accepted"] as const) : []),
      ...(rule.invalid.length > 0 ? (["refused"] as const) : []),
    ],
    isOfPlatform: rule.side === "server",
  }));
}

/** A part's outcomes by the rules that they prove. */
export function outcomesByRule(outcomes: readonly Outcome[], part: Part): Map<string, Outcome[]> {
  const byRule = new Map<string, Outcome[]>();
  for (const outcome of ofPart(outcomes, part)) {
    for (const id of outcome.covers ?? [placedRuleId(outcome)]) {
      const own = byRule.get(id);
      if (own) own.push(outcome);
      else byRule.set(id, [outcome]);
    }
  }
  return byRule;
}

/** Whether every side that the book has values for was seen, and nothing refuted the rule. */
export function isProved({ sides }: Pick<BookedRule, "sides">, outcomes: readonly Outcome[]): boolean {
  const verdicts = new Set(outcomes.map(({ verdict }) => verdict));
  if (verdicts.has("discrepancy")) return false;
  return sides.length > 0
    ? sides.every((side) => verdicts.has(side))
    : verdicts.has("accepted") || verdicts.has("refused");
}

/** How many of the rules one part has proved. Rules that the part cannot try count as not proved. */
export function coverageOf(rules: readonly BookedRule[], outcomes: readonly Outcome[], part: Part): Coverage {
  const byRule = outcomesByRule(outcomes, part);
  const proved = rules.filter((rule) => isProved(rule, byRule.get(rule.id) ?? [])).length;
  return { proved, rules: rules.length, percent: rules.length === 0 ? 100 : Math.floor((proved / rules.length) * 100) };
}

/** Percent of the rules that each part has to prove. */
export type Minimum = ReadonlyMap<Part, number>;

/** Reads `90`, for every part, or `api=90,form=40`; undefined if it is neither. */
export function readMinimum(text = "0"): Minimum | undefined {
  if (/^\d+$/.test(text)) return new Map(parts.map((part) => [part, Number(text)]));
  const given = text.split(",").map((entry) => /^(\w+)=(\d+)$/.exec(entry));
  const known = given.flatMap((match) => {
    const part = parts.find((one) => one === match?.[1]);
    return part ? [[part, Number(match?.[2])] as const] : [];
  });
  return known.length === given.length ? new Map(known) : undefined;
}

export function isUnder(minimum: Minimum, part: Part, { proved, rules }: Coverage): boolean {
  return proved * 100 < (minimum.get(part) ?? 0) * rules;
}
