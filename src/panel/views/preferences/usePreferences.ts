import { useEventCallback } from "@mui/material/utils";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { type Identifier, useDataProvider, useLocale, useNotify, useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { Query } from "../../providers/http.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import {
  type InheritedPreferences,
  loadInherited,
  type PreferenceDef,
  type PreferenceRecord,
} from "../../providers/preferences.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { requestErrorText } from "../requestErrorText.ts";

/** Changes one preference; null unsets it. Rejects with the platform's error. */
export type SavePreference = (name: string, value: Json) => Promise<void>;

interface Preferences {
  readonly defs: readonly PreferenceDef[] | undefined;
  readonly values: PreferenceRecord | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly save: SavePreference;
}

/**
 * Definitions and values of an owner's preferences. `resource` is that of the values, `domainpreferences`; `query` may
 * name a child of the owner with values of its own.
 */
export function usePreferences(resource: string, id: Identifier, query: Query): Preferences {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const locale = useLocale();
  const valuesKey = [resource, "values", String(id), query];
  // Asked for again by every page: own preferences come and go while the platform runs.
  const defs = useQuery({
    queryKey: [resource, "definitions", locale, String(id)],
    queryFn: () => dataProvider.getPreferenceDefs(resource, locale, id),
    refetchOnWindowFocus: false,
  });
  const values = useQuery({
    queryKey: valuesKey,
    queryFn: () => dataProvider.getPreferences(resource, id, query),
    refetchOnWindowFocus: false,
  });

  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const key = JSON.stringify(valuesKey);
  const save = useCallback(
    (name: string, value: Json) => {
      // Sequential: each response holds all values, and the last one must be the latest.
      const saving = queue.current.then(async () => {
        const all = await dataProvider.setPreference(resource, id, name, value, query);
        queryClient.setQueryData(JSON.parse(key), all);
        refreshAfterWrite(queryClient, resource);
      });
      queue.current = saving.catch(() => undefined);
      return saving;
    },
    [dataProvider, queryClient, resource, id, query, key],
  );
  const retry = () => {
    void defs.refetch();
    void values.refetch();
  };
  return { defs: defs.data, values: values.data, error: defs.error ?? values.error, retry, save };
}

interface InheritedOptions {
  readonly descriptor: ResourceDescriptor;
  readonly resource: string;
  readonly owner: PanelRecord;
  readonly defs: readonly PreferenceDef[] | undefined;
  readonly values: PreferenceRecord | undefined;
}

/**
 * The effective values of an owner's unset preferences; undefined for owners that inherit nothing, and while loading.
 * Refetched when a value is removed: what then applies may not have been reported before.
 */
export function useInherited({
  descriptor,
  resource,
  owner,
  defs,
  values,
}: InheritedOptions): InheritedPreferences | undefined {
  const lang = useLocale();
  const isInheriting = (descriptor.inheritsPreferences ?? []).length > 0;
  const { data } = useQuery({
    queryKey: [resource, "inherited", `${owner.id}`, lang, values ? Object.keys(values).sort() : []],
    queryFn: () => loadInherited({ descriptor, resource, owner, defs: defs ?? [], lang }),
    enabled: isInheriting && defs !== undefined && values !== undefined,
    // Kept as placeholder data until the next response.
    placeholderData: (before) => before,
  });
  return data;
}

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
