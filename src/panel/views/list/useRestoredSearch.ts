import { useMemo } from "react";
import { useStoreContext } from "react-admin";
import { useLocation, useSearchParams } from "react-router";
import { listParamsKey } from "./useListState.ts";
import { isBare, toSearch } from "./views/arrangement.ts";
import { useIsByMenu, useStandardViews } from "./views/standardViews.ts";

/**
 * The query of the default view when a list is opened from the menu, otherwise the one that restores the list; null
 * when the URL already has a query of its own. react-admin restores lists itself, but only at URLs without a query, and
 * lists that share a URL always have one.
 */
export function useRestoredSearch(resource: string): string | null {
  const [search] = useSearchParams();
  const { key } = useLocation();
  const store = useStoreContext();
  // As on arrival: later changes by the list itself must not redirect.
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
