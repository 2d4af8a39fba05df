import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadView } from "./loadPage.ts";
import { firstPageStands } from "./pageIsThere.ts";

/** Milliseconds for what has just been fetched to be shown. */
const pause = 300;

/** Beside a page: fetches the screens that people go to next, once the page stands and has its data. */
export function PreloadViews(): null {
  const queryClient = useQueryClient();
  useEffect(firstPageStands, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onceNothingIsFetched(queryClient, () => {
      timer = setTimeout(loadAll, pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient]);
  return null;
}

function loadAll(): void {
  // A failure shows when the view itself is opened.
  for (const view of ["list", "details", "edit", "create"] as const) loadView(view).catch(() => undefined);
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
