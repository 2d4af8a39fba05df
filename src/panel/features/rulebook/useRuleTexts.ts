import { useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { conditionText, rolesThatCanBreak } from "../../../core/rulebook/describe.ts";
import { paramsOf } from "../../../core/rulebook/ruleParams.ts";
import type { RuleEntry } from "../../../core/schema/descriptor.ts";
import { type FieldError, fieldAtPointer } from "../../../core/validation/errors.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { useRoleName } from "../../providers/roles.ts";
import type { Translate } from "../../providers/texts.ts";
import { errorMessage, stripListIndexes } from "../../views/form/errorMessages.ts";
import type { Book } from "./book.ts";
import { conditionTexts } from "./conditionTexts.ts";

export interface RuleTexts {
  /** "Scheduled billing profiles, Start": the label of the field at a pointer. */
  readonly label: (pointer: string) => string;
  readonly message: (rule: RuleEntry) => string;
  readonly errorText: (error: FieldError) => string;
  /** Its condition; empty where it always applies. */
  readonly condition: (rule: RuleEntry) => string;
  readonly roles: (rule: RuleEntry) => string;
}

/** The texts of one resource's rules in the user's language. */
export function useRuleTexts({ module: { descriptor }, labels }: Pick<Book, "module" | "labels">): RuleTexts {
  const translate = useTranslate();
  const locale = useLocale();
  const roleName = useRoleName();
  const policy = usePasswordRules();
  return useMemo(() => {
    const { name: resource, fields } = descriptor;
    const labelOf = labels && ((name: string) => labels.get(name) ?? name);
    const errorText = (error: FieldError) => errorMessage(error, { translate, locale, resource, fields, labelOf });
    return {
      label: (pointer) => labelAt(translate, resource, pointer, labels),
      message: (rule) => {
        const params = paramsOf(rule, fieldAtPointer(fields, rule.pointer), policy);
        return withGaps(errorText({ pointer: rule.pointer, rule: rule.rule, key: rule.key, params }));
      },
      errorText,
      condition: ({ when }) => (when ? conditionText(when, conditionTexts(resource, translate)) : ""),
      roles: (rule) => rolesThatCanBreak(descriptor, rule).map(roleName).join(", "),
    };
  }, [descriptor, labels, translate, locale, roleName, policy]);
}

/** A message with a gap for the value that it will name. */
export function withGaps(message: string): string {
  return message.replaceAll(/%\{\w+\}/g, "…");
}

/** "Scheduled billing profiles, Start": the label of the field at a pointer; for anything else its own name. */
export function labelAt(translate: Translate, resource: string, pointer: string, labels?: Book["labels"]): string {
  const names = stripListIndexes(pointer).split(".");
  if (labels) return labels.get(names[0] ?? "") ?? names.join(", ");
  return names
    .map((name, index) => translate(fieldKey(resource, names.slice(0, index + 1).join(".")), { _: name }))
    .join(", ");
}
