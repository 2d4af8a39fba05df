import { placedRuleId, ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { requirementsAt } from "../../../src/core/rulebook/formRules.ts";
import { testOf } from "../businessTests.ts";
import { businessBook, moduleOf, rulesOf } from "./book.ts";
import { endings } from "./endingStates.ts";
import type { Outcome, Part } from "./outcome.ts";
import { type Coverage, ofPart } from "./totals.ts";
import { businessSides, hasState } from "./verifyBusiness.ts";

/** A rule as coverage counts it. */
export interface BookedRule {
  readonly id: string;
  readonly requirements: readonly string[];
  /** Sides of the rule that its values can show. */
  readonly sides: readonly ("accepted" | "refused")[];
  /** What decides it: values alone, the platform, which knows other records, or the role, which has a part of its own. */
  readonly decidedBy: "value" | "platform" | "other records" | "role";
  /** Why verify builds no state for it, and the test that covers it. */
  readonly untried?: string;
}

/** Every rule of these forms, those about other records included. */
export function bookedRules(resources: readonly string[]): BookedRule[] {
  return resources.flatMap((resource): BookedRule[] => {
    const own = rulesOf(resource).map(
      (rule): BookedRule => ({
        id: ruleIdOf(rule),
        requirements: rule.requirements ?? [],
        sides: [
          ...(rule.valid.length > 0 ? (["accepted"] as const) : []),
          ...(rule.invalid.length > 0 ? (["refused"] as const) : []),
        ],
        decidedBy: rule.side === "server" ? "platform" : "value",
      }),
    );
    const others = businessBook(resource).map((entry): BookedRule => {
      const named = hasState(entry) ? undefined : testOf(entry);
      return {
        id: placedRuleId(entry),
        requirements: requirementsAt(moduleOf(resource).descriptor, entry.pointer) ?? [],
        sides: businessSides,
        decidedBy: "other records",
        ...(named ? { untried: `${named.why}; tested by ${named.test}` } : {}),
      };
    });
    const inUse = endings.filter((ending) => ending.resource === resource && ending.rule === "inUse");
    const kept = inUse.map((ending): BookedRule => {
      return { id: placedRuleId(ending), requirements: [], sides: businessSides, decidedBy: "other records" };
    });
    return [...own, ...others, ...kept];
  });
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
  const own = rules.filter(({ decidedBy }) => (decidedBy === "role") === (part === "role"));
  const proved = own.filter((rule) => isProved(rule, byRule.get(rule.id) ?? [])).length;
  return { proved, rules: own.length, percent: own.length === 0 ? 100 : Math.floor((proved / own.length) * 100) };
}
