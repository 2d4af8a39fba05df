import { useCallback } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { actionKey, enumKey } from "../../navigation/labels.ts";
import type { Translate } from "../../providers/texts.ts";
import { finalStatusOf } from "../form/finalStatus.ts";
import type { BulkAction } from "./bulkActions.ts";

/** The action's verb: "Lock", "Terminate". */
export function bulkActionText(translate: Translate, descriptor: ResourceDescriptor, action: BulkAction): string {
  const { name } = descriptor;
  switch (action.kind) {
    case "status": {
      const value = translate(enumKey(name, action.field.name, action.value), { _: action.value });
      return translate(`views.record.to.${action.value}`, { _: translate("views.record.toOther", { value }) });
    }
    case "field":
      return translate(action.name ? actionKey(name, action.name) : "bulk.field");
    case "remove": {
      // Lifting a ban is not deleting: such resources have verbs of their own.
      const hasOwnWords = translate(`resources.${name}.remove.text`, { _: "" }) !== "";
      if (hasOwnWords) return translate(actionKey(name, "remove"));
      return translate(finalStatusOf(descriptor) ? "bulk.terminate" : "bulk.delete");
    }
  }
}

type Counted = (key: string, count: number, params?: Readonly<Record<string, unknown>>) => string;

/** Translates texts with a count: `%{count}` is formatted for the language. */
export function useCounted(): Counted {
  const translate = useTranslate();
  const locale = useLocale();
  return useCallback(
    (key, count, params) =>
      translate(key, { smart_count: count, count: new Intl.NumberFormat(locale).format(count), ...params }),
    [translate, locale],
  );
}
