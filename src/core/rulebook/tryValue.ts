import type { Json, RuleEntry } from "../schema/descriptor.ts";
import type { ResourceModule } from "../schema/resourceModule.ts";
import type { FieldError } from "../validation/errors.ts";
import { type ValidationContext, validateRecord } from "../validation/validateRecord.ts";
import { caseWith, expectedErrorOf, reportsRule } from "./cases.ts";

/** The verdict of one rule on a value; `asks`: only the platform can check it. */
export interface TriedRule {
  readonly rule: RuleEntry;
  readonly verdict: "accepts" | "refuses" | "asks";
  /** With the parameters of its message, when the rule refuses. */
  readonly error?: FieldError;
}

export interface ValueVerdict {
  readonly rules: readonly TriedRule[];
  /** Other errors at the field: rules outside the schema. */
  readonly others: readonly FieldError[];
}

/**
 * Puts a value into a valid record and checks it against each rule of its field, by the compiled validator and the
 * shared check.
 */
export function tryValue(
  module: ResourceModule,
  rules: readonly RuleEntry[],
  value: Json | undefined,
  context: Pick<ValidationContext, "passwordPolicy" | "isCommonPassword"> = {},
): ValueVerdict {
  const expectedErrors = rules.map((rule) => expectedErrorOf({ rule, value }));
  const otherErrors = new Map<string, FieldError>();
  const tried = rules.map((rule): TriedRule => {
    if (rule.side === "server") return { rule, verdict: "asks" };
    const { record, previous, related, mode } = caseWith(
      rule,
      module.descriptor,
      { seed: "tried", idOf: () => 1 },
      value,
    );
    const { errors } = validateRecord(module, record, {
      ...{ mode, previous, related: (path) => related.get(path) },
      ...context,
    });
    const here = errors.filter(({ pointer }) => pointer === rule.pointer);
    for (const error of here)
      if (!expectedErrors.some((expected) => reportsRule([error], expected))) otherErrors.set(error.key, error);
    const error = here.find((candidate) => reportsRule([candidate], expectedErrorOf({ rule, value })));
    return error ? { rule, verdict: "refuses", error } : { rule, verdict: "accepts" };
  });
  return { rules: tried, others: [...otherErrors.values()] };
}
