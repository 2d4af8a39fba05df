import { placedRuleId, ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { requirementsAt } from "../../../src/core/rulebook/formRules.ts";
import { businessBook, moduleOf, rulesOf } from "./book.ts";
import type { Outcome, Part } from "./outcome.ts";
import { type Coverage, ofPart } from "./totals.ts";

/** A rule as coverage counts it. */
export interface BookedRule {
  readonly id: string;
  readonly requirements: readonly string[];
  /** Sides of the rule that its values can show. */
  readonly sides: readonly ("accepted" | "refused")[];
  /** A right of a role: only the part of roles proves it, and nothing else. */
  readonly isRight?: boolean;
}

/** Every rule of these forms, those about other records included. */
export function bookedRules(resources: readonly string[]): BookedRule[] {
  return resources.flatMap((resource) => {
    const own = rulesOf(resource).map((rule) => ({
      id: ruleIdOf(rule),
      requirements: rule.requirements ?? [],
      sides: [
        ...(rule.valid.length > 0 ? (["accepted"] as const) : []),
        ...(rule.invalid.length > 0 ? (["refused"] as const) : []),
      ],
    }));
    const others = businessBook(resource).map((entry) => ({
      id: placedRuleId(entry),
      requirements: requirementsAt(moduleOf(resource).descriptor, entry.pointer) ?? [],
      sides: ["refused"] as const,
    }));
    return [...own, ...others];
  });
}

/**
 * How many of the rules one part has proved: a rule counts if every side that the book has values for was seen, and
 * nothing refuted it. Rules that the part cannot try count as not proved.
 */
export function coverageOf(rules: readonly BookedRule[], outcomes: readonly Outcome[], part: Part): Coverage {
  const seen = new Map<string, Set<Outcome["verdict"]>>();
  for (const outcome of ofPart(outcomes, part)) {
    for (const id of outcome.covers ?? [placedRuleId(outcome)]) {
      seen.set(id, (seen.get(id) ?? new Set()).add(outcome.verdict));
    }
  }
  const isProved = ({ id, sides }: BookedRule) => {
    const verdicts = seen.get(id);
    if (!verdicts || verdicts.has("discrepancy")) return false;
    return sides.length > 0
      ? sides.every((side) => verdicts.has(side))
      : verdicts.has("accepted") || verdicts.has("refused");
  };
  const own = rules.filter(({ isRight = false }) => isRight === (part === "role"));
  const proved = own.filter(isProved).length;
  return { proved, rules: own.length, percent: own.length === 0 ? 100 : Math.floor((proved / own.length) * 100) };
}
