import { compileUserPattern } from "../userPattern.ts";
import type { HeaderCondition, HeaderRule, HeaderSet, PreferencesInForce, RecordName } from "./data.ts";
import { textsOf } from "./numberLists.ts";
import type { Loss } from "./steps.ts";
import { matchesWildcards } from "./wildcards.ts";

/** What a set does to the headers of a call in a direction. */
export interface HeaderWork {
  /** Rules in order: those that act, and those that act if the message meets their conditions. */
  readonly rules: readonly { readonly rule: HeaderRule; readonly isCertain: boolean }[];
  readonly losses: readonly Loss[];
}

/**
 * The rules of a set for a direction. Conditions on preferences are judged; those on headers and variables depend on the
 * message, and their rules are listed as possible.
 */
export function headerWork(set: HeaderSet, direction: string, preferences: PreferencesInForce): HeaderWork {
  const rules: { rule: HeaderRule; isCertain: boolean }[] = [];
  const losses: Loss[] = [];
  let stopper: HeaderRule | null = null;
  const own = set.rules.filter((rule) => rule.direction === direction);
  for (const rule of [...own].sort((a, b) => a.priority - b.priority || a.id - b.id)) {
    const record = headerRuleName(set, rule);
    const judged = rule.conditions.filter(({ enabled }) => enabled).map((one) => holds(one, preferences));
    if (!rule.enabled) losses.push({ record, reason: "disabled" });
    else if (stopper) losses.push({ record, reason: "stopper", values: { rule: stopper.name } });
    else if (judged.includes(false)) losses.push({ record, reason: "condition" });
    else {
      const isCertain = !judged.includes(null);
      rules.push({ rule, isCertain });
      if (rule.stopper && isCertain) stopper = rule;
    }
  }
  return { rules, losses };
}

export function headerRuleName({ id: parentId }: HeaderSet, { id, name }: HeaderRule): RecordName {
  return { resource: "headerrules", id, title: name, parentId };
}

/** Null: only the message tells. */
function holds(condition: HeaderCondition, preferences: PreferencesInForce): boolean | null {
  if (condition.match_type !== "preference" || condition.value_type !== "input") return null;
  const values = textsOf(preferences[condition.match_name]);
  const isMet = condition.values.some((wanted) => values.some((value) => compare(condition.expression, value, wanted)));
  return isMet !== condition.expression_negation;
}

function compare(expression: string, value: string, wanted: string): boolean {
  switch (expression) {
    case "contains":
      return value.includes(wanted);
    case "matches":
      return matchesWildcards(wanted, value);
    case "regexp":
      return compileUserPattern(wanted)?.test(value) ?? false;
    default:
      return value === wanted;
  }
}

/** `set From.username = 431`: the actions of a rule as a line. */
export function describeActions({ actions }: HeaderRule): string {
  return [...actions]
    .filter(({ enabled }) => enabled)
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
    .map(({ action_type, header, header_part, value, value_part }) => {
      const part = (name: string) => (name === "full" ? "" : `.${name}`);
      const target = `${action_type} ${header}${part(header_part)}`;
      return value ? `${target} = ${value}${part(value_part)}` : target;
    })
    .join("; ");
}
