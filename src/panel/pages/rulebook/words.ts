import type { useTranslate } from "ra-core";
import type { Words } from "../../../core/rulebook/describe.ts";
import { enumKey, fieldKey } from "../../resource/labels.ts";

/** What conditions of a resource's rules are put into words with. */
export function wordsOf(resource: string, translate: ReturnType<typeof useTranslate>): Words {
  return {
    say: translate,
    label: (path) => translate(fieldKey(resource, path), { _: path }),
    value: (path, value) =>
      typeof value === "boolean"
        ? translate(value ? "views.value.yes" : "views.value.no")
        : translate(enumKey(resource, path, String(value)), { _: String(value) }),
  };
}
