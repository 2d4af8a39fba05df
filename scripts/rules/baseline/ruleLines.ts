import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import { placedRuleId, ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { boundOf, type ConditionTexts, conditionText } from "../../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../../src/core/rulebook/ruleParams.ts";
import type { RuleEntry } from "../../../src/core/schema/descriptor.ts";
import { businessError } from "../../../src/core/validation/businessRules.ts";
import { fieldAtPointer } from "../../../src/core/validation/errors.ts";
import { formTexts, translator } from "../formTexts.ts";
import { bookRulesOf, businessBook, moduleOf } from "../verify/book.ts";

/** Conditions by the names of fields and values, which stay when labels are worded anew. */
export const plainWords: ConditionTexts = {
  say: translator("en"),
  label: (path) => path,
  value: (_, value) => String(value),
};

/** A line for each rule of a form or of preferences: the rule's id, its bound, when it applies, and its message. */
export function ruleLines(resource: string): string[] {
  const { message } = formTexts(resource, "en");
  return [
    ...bookRulesOf(resource).map((rule) => [ruleIdOf(rule), ...detailsOf(rule), `"${message(rule)}"`].join(" ")),
    ...businessBook(resource).map((entry) => `${placedRuleId(entry)} "${businessMessage(entry)}"`),
  ];
}

/** Its parameters are known once it is broken: they are left as they are written. */
const unfilled = new Proxy<Record<string, string>>({}, { get: (_, name) => `%{${String(name)}}` });
const businessMessage = ({ pointer, rule }: BusinessEntry) =>
  plainWords.say(businessError(pointer, rule).key, unfilled);

function detailsOf(rule: RuleEntry): string[] {
  const { mode, when, pointer } = rule;
  const params = paramsOf(rule, fieldAtPointer(moduleOf(rule.resource).descriptor.fields, pointer));
  const within = params.within as readonly string[] | undefined;
  // The id names the format.
  const limit = rule.rule === "format" ? params.limit : boundOf({ ...rule, params });
  const bound = params.smart_count ?? params.kinds ?? params.kilobytes ?? limit ?? "";
  return [
    String(bound),
    within?.length ? `within ${within.join(", ")}` : "",
    // The book has the value of an equal end among those that are accepted.
    rule.rule === "before" &&
    Object.values(rule.with ?? {}).some((value) => value !== null && rule.valid.includes(value))
      ? "or equal"
      : "",
    mode === undefined ? "" : `on ${mode}`,
    when ? `when ${conditionText(when, plainWords)}` : "",
  ].filter((text) => text !== "");
}
