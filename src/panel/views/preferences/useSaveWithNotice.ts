import { useEventCallback } from "@mui/material/utils";
import { useNotify, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PreferenceRecord } from "../../providers/preferences.ts";
import { requestErrorText } from "../requestErrorText.ts";
import type { SavePreference } from "./usePreferences.ts";

interface SaveWithNoticeOptions {
  readonly save: SavePreference;
  readonly values: PreferenceRecord | undefined;
  readonly labelOf: (name: string) => string;
}

/** Saves a preference and says so, with undo; a file was not kept, and cannot come back. */
export function useSaveWithNotice({ save, values, labelOf }: SaveWithNoticeOptions): SavePreference {
  const notify = useNotify();
  const translate = useTranslate();
  const undo = async (name: string, before: Json) => {
    try {
      await Promise.all([save(name, before), addTexts("bulk")]);
      notify(translate("bulk.undo.done", { smart_count: 1 }), { type: "success" });
    } catch (error) {
      notify(requestErrorText(translate, error), { type: "error" });
    }
  };
  // Stable, as rows are rendered by the hundred.
  return useEventCallback(async (name: string, value: Json) => {
    const before = values?.[name] ?? null;
    await save(name, value);
    const way = isObject(before) ? {} : { undo: () => void undo(name, before) };
    notify(translate("forms.saved.updated", { title: labelOf(name) }), { type: "success", ...way });
  });
}
