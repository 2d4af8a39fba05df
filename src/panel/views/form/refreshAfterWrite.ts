import type { QueryClient } from "@tanstack/react-query";
import { summaries } from "../../../generated/index.gen.ts";

/**
 * A write has effects that only the platform knows (a status cascades): every cached record is stale. Refetches what is
 * on the screen in the background.
 */
export function refreshAfterWrite(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => typeof queryKey[0] === "string" && queryKey[0] in summaries,
  });
}
