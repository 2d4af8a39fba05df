import type { ConditionTexts } from "../../../core/rulebook/describe.ts";
import { enumKey, fieldKey } from "../../navigation/labels.ts";
import type { Translate } from "../../providers/texts.ts";

/** The context for translating the conditions of a resource's rules. */
export function conditionTexts(resource: string, translate: Translate): ConditionTexts {
  return {
    say: translate,
    label: (path) => translate(fieldKey(resource, path), { _: path }),
    value: (path, value) =>
      typeof value === "boolean"
        ? translate(value ? "views.value.yes" : "views.value.no")
        : translate(enumKey(resource, path, String(value)), { _: String(value) }),
  };
}
