import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDataProvider, useStore } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { summaries } from "../../../generated/index.gen.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { loadResource } from "../../providers/resources.ts";
import { mayUse, useAccess } from "../../providers/StartupDataContext.tsx";
import type { FoundRecord } from "../../providers/search.ts";
import { searchKey } from "../../views/form/refreshAfterWrite.ts";
import { recordKey, sortByLastUse } from "./commands.ts";

/** Shorter texts match too much. */
const MIN_SEARCH_LENGTH = 2;
/** Debounce in milliseconds: between two keys of a fast typist. */
const pauseMs = 60;
/** Records remembered as used. */
const MAX_RECENT_RECORDS = 30;

/** Records of all resources that have the text in what people look for them by, the best first. */
export function useFoundRecords(text: string) {
  const access = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const [recent] = useRecent();
  const settled = useSettled(text.trim());
  const resources = Object.keys(summaries).filter((name) => mayUse(access, name));
  const isEnabled = settled.length >= MIN_SEARCH_LENGTH;
  const { data, isFetching, error } = useQuery({
    queryKey: [searchKey, settled],
    queryFn: ({ signal }) => dataProvider.search(settled, { resources, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  return {
    records: isEnabled && data ? sortByLastUse(withoutRepeated(data), recent) : [],
    isSearching: text.trim().length >= MIN_SEARCH_LENGTH && (isFetching || settled !== text.trim()),
    error,
  };
}

/** Drops numbers whose subscriber was found by them. */
function withoutRepeated(records: readonly FoundRecord[]): FoundRecord[] {
  const owners = new Set<Json | undefined>(
    records.flatMap(({ resource, record }) => (resource === "subscribers" ? record.id : [])),
  );
  return records.filter(({ resource, record }) => resource !== "numbers" || !owners.has(record.subscriber_id));
}

/** Keys of the records that this user opened or changed from the palette, newest first. */
function useRecent() {
  return useStore<readonly string[]>("preferences.recentRecords", []);
}

/** Remembers a record as used. */
export function useRemember(): (hit: FoundRecord) => void {
  const [recent, setRecent] = useRecent();
  return (hit) => {
    const key = recordKey(hit);
    setRecent([key, ...recent.filter((used) => used !== key)].slice(0, MAX_RECENT_RECORDS));
  };
}

const none: ReadonlyMap<string, ResourceDescriptor> = new Map();

/** Descriptors of these resources, with their texts; those that are not loaded yet are missing. */
export function useDescriptors(resources: readonly string[]): ReadonlyMap<string, ResourceDescriptor> {
  const names = [...new Set(resources)].toSorted();
  const { data } = useQuery({
    queryKey: ["palette", "descriptors", ...names],
    queryFn: async () => {
      const modules = await Promise.all(names.map(loadResource));
      return new Map(modules.map(({ descriptor }) => [descriptor.name, descriptor]));
    },
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return data ?? none;
}

/** The debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
