import type { QueryClient } from "@tanstack/react-query";
import { loadView } from "./loadPage.ts";
import { pageIsThere } from "./pageIsThere.ts";

/** Fetches the screens that people go to next, once the first page stands and has its data. Returns the way to stop. */
export function preloadViews(queryClient: QueryClient): () => void {
  let stop = () => {};
  let isOver = false;
  const loadAll = () => {
    // A failure shows when the view itself is opened.
    for (const view of ["list", "details", "edit", "create"] as const) loadView(view).catch(() => undefined);
  };
  void pageIsThere().then(() => {
    if (!isOver) stop = onceNothingIsFetched(queryClient, loadAll);
  });
  return () => {
    isOver = true;
    stop();
  };
}

function onceNothingIsFetched(queryClient: QueryClient, act: () => void): () => void {
  let stop = () => {};
  const actIfQuiet = () => {
    if (queryClient.isFetching() > 0) return;
    stop();
    act();
  };
  stop = queryClient.getQueryCache().subscribe(actIfQuiet);
  actIfQuiet();
  return stop;
}
