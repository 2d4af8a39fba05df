import { useLocale, useTranslate } from "ra-core";
import { useMemo } from "react";
import { businessBook } from "../../../core/rulebook/businessBook.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { paramsOf } from "../../../core/rulebook/ruleParams.ts";
import { placed, type SearchedForm } from "../../../core/rulebook/search.ts";
import { usePasswordPolicy } from "../../kinds/password/usePasswordPolicy.ts";
import { addResourceTexts, addTexts } from "../../providers/i18nProvider.ts";
import { problemText } from "../../views/form/problemTexts.ts";
import { labelAt } from "./labelAt.ts";

const loading = new Map<string, Promise<readonly SearchedForm[]>>();

/** Rules and texts of these forms, without their validators. The same promise each time; a failed load may be tried again. */
export function loadForms(resources: readonly string[]): Promise<readonly SearchedForm[]> {
  const name = resources.join();
  const known = loading.get(name);
  if (known) return known;
  const forms = Promise.all([
    import("../../../generated/ruleSearch.gen.ts"),
    addResourceTexts(...resources),
    addTexts("rules"),
    addTexts("forms"),
  ]).then(([all]) => all.forms.filter(({ resource }) => resources.includes(resource)));
  forms.catch(() => loading.delete(name));
  loading.set(name, forms);
  return forms;
}

/** A rule as a line of what was found. */
export interface FoundRule {
  readonly pointer: string;
  readonly label: string;
  readonly rule: string;
  readonly message: string;
  /** Everything that words are looked for in. */
  readonly words: readonly string[];
}

export interface FoundForm {
  readonly resource: string;
  readonly rules: readonly FoundRule[];
}

/** What there is to be found, in the person's language. */
export function useFoundForms(forms: readonly SearchedForm[]): readonly FoundForm[] {
  const translate = useTranslate();
  const locale = useLocale();
  const policy = usePasswordPolicy();
  return useMemo(
    () =>
      forms.map(({ resource, fields }) => {
        const own = fields.flatMap((field) => {
          const { pointer } = field;
          const label = labelAt(translate, resource, pointer);
          const context = { translate, locale, resource, fields: [placed(field)] };
          return field.rules.map(({ rule, key, params }) => {
            const message = problemText(
              { pointer, rule, key, params: paramsOf({ key, params }, field, policy) },
              context,
            );
            const bound = boundOf({ rule, params });
            return { pointer, label, rule, message, words: [label, pointer, rule, key, bound, message] };
          });
        });
        const across = businessBook
          .filter((entry) => entry.resource === resource)
          .map(({ rule, pointer }) => {
            const label = labelAt(translate, resource, pointer);
            const message = problemText(
              { pointer, rule: "business", key: `rules.business.${rule}`, params: {} },
              { translate, locale, resource, fields: [] },
            );
            return { pointer, label, rule, message, words: [label, pointer, rule, message] };
          });
        return { resource, rules: [...own, ...across] };
      }),
    [forms, translate, locale, policy],
  );
}
