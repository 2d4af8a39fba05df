import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Identifier, useDataProvider, useLocale } from "ra-core";
import { useCallback, useRef } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { Query } from "../../providers/http.ts";
import type { PreferenceDef, PreferenceValues } from "../../providers/preferences.ts";

/** Changes one preference; null unsets it. Rejects with the platform's refusal. */
export type SavePreference = (name: string, value: Json) => Promise<void>;

interface Preferences {
  readonly defs: readonly PreferenceDef[] | undefined;
  readonly values: PreferenceValues | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly save: SavePreference;
}

/**
 * Definitions and values of an owner's preferences. `resource` is that of the values, `domainpreferences`; `query` may
 * name a record below the owner that has values of its own.
 */
export function usePreferences(resource: string, id: Identifier, query: Query): Preferences {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const locale = useLocale();
  const valuesKey = [resource, "getOne", String(id), query];
  const defs = useQuery({
    queryKey: [resource, "definitions", locale],
    queryFn: () => dataProvider.getPreferenceDefs(resource, locale),
    staleTime: 5 * 60_000,
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
      // One after the other: each answer holds all values, and the last one must be the latest.
      const saving = queue.current.then(async () => {
        const all = await dataProvider.setPreference(resource, id, name, value, query);
        queryClient.setQueryData(JSON.parse(key), all);
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
