import { businessError, type DeclarableRule, declarableRules } from "../../../core/validation/businessRules.ts";
import { type FieldError, validationFailed } from "../../../core/validation/errors.ts";
import type { PointerOf, RulesOf, RuleViolation } from "../../declaredRules.ts";
import type { AnyHooks, Check, CheckStage, ValidateEvent, WriteEvent, WrittenEvent } from "../../resourceHooks.ts";

/** The event of each moment. */
interface Events {
  readonly beforeValidate: ValidateEvent;
  readonly beforeWrite: WriteEvent;
  readonly afterWrite: WrittenEvent;
}

type Checked = { readonly [When in CheckStage]?: (event: Events[When]) => ReturnType<Required<Check>[When]> };

/** Throws 422 with every breach of the resource's business rules that are checked at this moment. */
export async function assertRules<When extends CheckStage>(
  { checks = {} }: Pick<AnyHooks, "checks">,
  moment: When,
  event: Events[When],
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [name, check] of Object.entries<Checked>(checks)) {
    const rule = declarableRules.find((declared) => declared === name);
    if (!rule) throw new Error(`no rule ${name}`);
    const breaches = (await check[moment]?.(event)) ?? [];
    errors.push(...breaches.map(({ pointer, params }) => businessError(pointer, rule, params)));
  }
  if (errors.length > 0) throw validationFailed(errors);
}

/** The error of a declared rule, for code that reports it along with others. */
export function ruleViolationError<Resource extends string, Rule extends RulesOf<Resource> & DeclarableRule>(
  _resource: Resource,
  rule: Rule,
  { pointer, params }: RuleViolation<PointerOf<Resource, Rule>>,
): FieldError {
  return businessError(pointer, rule, params);
}
