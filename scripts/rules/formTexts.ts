import type { RuleEntry } from "../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../src/core/fieldAtPointer.ts";
import type { CaseTexts } from "../../src/core/rulebook/caseRows.ts";
import { conditionText } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import { wordsOf } from "../../src/panel/pages/rulebook/words.ts";
import { fieldKey, nameKey } from "../../src/panel/resource/labels.ts";
import { pathOf, problemText } from "../../src/panel/views/form/problemTexts.ts";
import { translator } from "./texts.ts";
import { moduleOf } from "./verify/book.ts";

/** The texts of a resource's form, as the panel shows them. */
export function formTexts(resource: string, locale: string): CaseTexts {
  const { fields } = moduleOf(resource).descriptor;
  const translate = translator(locale);
  return {
    form: translate(nameKey(resource), { smart_count: 2 }),
    label: (pointer) => translate(fieldKey(resource, pathOf(pointer)), { _: pathOf(pointer) }),
    message: (rule: RuleEntry) => {
      const params = paramsOf(rule, fieldAtPointer(fields, rule.pointer));
      const error = { pointer: rule.pointer, rule: rule.rule, key: rule.key, params };
      return problemText(error, { translate: translate as never, locale, resource, fields });
    },
    condition: ({ when }) => (when ? conditionText(when, wordsOf(resource, translate as never)) : ""),
  };
}
