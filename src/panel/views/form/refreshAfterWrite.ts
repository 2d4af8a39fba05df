import type { QueryClient } from "@tanstack/react-query";
import { summaries } from "../../../generated/index.gen.ts";

/** First part of the keys of searches over everything. */
export const searchKey = "search";

/**
 * A write has effects that only the platform knows (a status cascades): every cached record is stale. Refetches what is
 * on the screen in the background.
 */
export function refreshAfterWrite(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      typeof queryKey[0] === "string" && (queryKey[0] in summaries || queryKey[0] === searchKey),
  });
}
