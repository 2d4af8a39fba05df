import { useStoreContext } from "ra-core";
import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { listParamsKey } from "./useListState.ts";
import { isBare, toSearch } from "./views/arrangement.ts";
import { useIsByMenu, useStandardViews } from "./views/standardViews.ts";

/**
 * The query of the view that a list opens with when one comes by the menu, else the one that brings a list back as it
 * was left; null when the address already says how it is wanted. react-admin restores lists by itself, but only at
 * addresses without a query, and a list that shares its address has one.
 */
export function useRestoredSearch(resource: string): string | null {
  const [search] = useSearchParams();
  const { key } = useLocation();
  const store = useStoreContext();
  // As it was when one came: what the list itself puts there later leads nowhere.
  const left = useMemo(
    () => (key ? store.getItem<Readonly<Record<string, unknown>>>(listParamsKey(resource)) : undefined),
    [store, resource, key],
  );
  const [standard] = useStandardViews();
  const isByMenu = useIsByMenu();
  const query = standard[resource];
  if (isByMenu && query !== undefined && isBare(search)) return toSearch(query, search);
  const entries = Object.entries(left ?? {}).filter(([name]) => !search.has(name));
  if (search.size !== 1 || !search.has("resource") || entries.length === 0) return null;
  const restored = new URLSearchParams(search);
  for (const [name, value] of entries) {
    restored.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return restored.toString();
}
