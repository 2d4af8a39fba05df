import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { firstPageShown } from "../firstPage.ts";
import type { View } from "../paths.ts";
import { loadView, viewAt } from "./loadPage.ts";

/** Milliseconds for freshly fetched data to render. */
const pause = 300;

/** Preloads the likely next screens once the page has rendered with its data. */
export function PreloadViews(): null {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  useEffect(firstPageShown, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onceNothingIsFetched(queryClient, () => {
      timer = setTimeout(() => loadNext(pathname), pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient, pathname]);
  return null;
}

/** Lists are one click away everywhere, and record actions wherever there are records. */
function loadNext(path: string): void {
  const views: readonly View[] = viewAt(path) === undefined ? ["list"] : ["list", "details", "edit", "create"];
  // A failure surfaces when the view itself is opened.
  for (const view of views) loadView(view).catch(() => undefined);
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
