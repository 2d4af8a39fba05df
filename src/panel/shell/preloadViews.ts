import type { QueryClient } from "@tanstack/react-query";
import { loadView } from "./loadPage.ts";
import { pageIsThere } from "./pageIsThere.ts";

/** Fetches the screens that people go to next, once the first page stands and has its data. */
export async function preloadViews(queryClient: QueryClient): Promise<void> {
  await pageIsThere();
  await nothingIsFetched(queryClient);
  // A failure shows when the view itself is opened.
  await Promise.allSettled((["list", "details", "edit", "create"] as const).map(loadView));
}

function nothingIsFetched(queryClient: QueryClient): Promise<void> {
  if (queryClient.isFetching() === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    });
  });
}
