import { useLocale, useTranslate } from "ra-core";
import { useMemo } from "react";
import type { RuleEntry } from "../../../core/descriptor.ts";
import type { FieldError } from "../../../core/errors.ts";
import { fieldAtPointer } from "../../../core/fieldAtPointer.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { conditionText, rolesUnder } from "../../../core/rulebook/describe.ts";
import { paramsOf } from "../../../core/rulebook/ruleParams.ts";
import { usePasswordPolicy } from "../../kinds/password/usePasswordPolicy.ts";
import { useRoleName } from "../../shell/useRoleName.ts";
import { problemText } from "../../views/form/problemTexts.ts";
import { labelAt } from "./labelAt.ts";
import { wordsOf } from "./words.ts";

export interface RuleTexts {
  /** "Scheduled billing profiles, Start": the field behind a pointer. */
  readonly label: (pointer: string) => string;
  readonly message: (rule: RuleEntry) => string;
  readonly errorText: (error: FieldError) => string;
  /** When it applies; empty where it always does. */
  readonly condition: (rule: RuleEntry) => string;
  readonly roles: (rule: RuleEntry) => string;
}

/** Everything about the rules of one resource in the person's language. */
export function useRuleTexts({ descriptor }: ResourceModule): RuleTexts {
  const translate = useTranslate();
  const locale = useLocale();
  const roleName = useRoleName();
  const policy = usePasswordPolicy();
  return useMemo(() => {
    const { name: resource, fields } = descriptor;
    const errorText = (error: FieldError) => problemText(error, { translate, locale, resource, fields });
    return {
      label: (pointer) => labelAt(translate, resource, pointer),
      message: (rule) => {
        const params = paramsOf(rule, fieldAtPointer(fields, rule.pointer), policy);
        return errorText({ pointer: rule.pointer, rule: rule.rule, key: rule.key, params });
      },
      errorText,
      condition: ({ when }) => (when ? conditionText(when, wordsOf(resource, translate)) : ""),
      roles: (rule) => rolesUnder(descriptor, rule).map(roleName).join(", "),
    };
  }, [descriptor, translate, locale, roleName, policy]);
}
