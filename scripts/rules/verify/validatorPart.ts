import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { validateRecord, valueAt } from "../../../src/core/validate.ts";
import { moduleOf } from "./book.ts";
import { about, expectation, judge, type Outcome } from "./outcome.ts";

const WHERE = "validateRecord (src/core/validate.ts)";

/** The case through the function that form and server share; nothing for a rule that only the server knows. */
export function verifyValidator(entry: RuleCase): Outcome[] {
  const { rule, record, related, mode, expects, value } = entry;
  if (rule.side === "server") return [];
  const context = { mode, related: (path: string) => related.get(path) };
  const { errors, record: kept } = validateRecord(moduleOf(rule.resource), record, context);
  // What concerns other fields is their rules' matter: a choice may ask for what is not there yet.
  const here = entry.expects === "accepted" ? errors.filter(({ pointer }) => pointer === rule.pointer) : errors;
  const isHidden =
    expects === "accepted" && here.length === 0 && !isNothing(value) && isNothing(valueAt(kept, rule.pointer));
  if (isHidden) {
    const got = "left out before it was judged";
    return [{ ...about(entry, "validator"), verdict: "discrepancy", expected: expectation(entry), got, where: WHERE }];
  }
  return [judge(entry, { part: "validator", where: WHERE, errors: here })];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
