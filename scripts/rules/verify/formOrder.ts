import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { FormPart } from "./formPart.ts";

/** The cases of each form, in the order that costs a browser least. */
export function formGroups(cases: readonly RuleCase[]): RuleCase[][] {
  return grouped(cases, (entry) => FormPart.keyOf(entry)).map((group) =>
    grouped(group, placeOf).flatMap((own) => inTurns(shortestFirst(own))),
  );
}

/** Cases at one input, with the same values beside it. */
function placeOf({ rule }: RuleCase): string {
  return `${rule.pointer} ${JSON.stringify(rule.with ?? null)}`;
}

/** A message that goes proves that a value is accepted: good values follow bad ones. */
function inTurns(cases: readonly RuleCase[]): RuleCase[] {
  const bad = cases.filter(({ expects }) => expects === "refused");
  const good = cases.filter(({ expects }) => expects === "accepted");
  return Array.from({ length: Math.max(bad.length, good.length) }, (_, at) => [bad[at], good[at]])
    .flat()
    .filter((entry) => entry !== undefined);
}

/** Rows are added one by one: the next longer list has most of them. */
function shortestFirst(cases: readonly RuleCase[]): RuleCase[] {
  const length = ({ value }: RuleCase) => (Array.isArray(value) ? value.length : 0);
  return [...cases].sort((one, other) => length(one) - length(other));
}

function grouped(cases: readonly RuleCase[], keyOf: (entry: RuleCase) => string): RuleCase[][] {
  const groups = new Map<string, RuleCase[]>();
  for (const entry of cases) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}
