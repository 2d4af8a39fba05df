import type { QueryClient } from "@tanstack/react-query";
import { summaries } from "../../../generated/index.gen.ts";

/**
 * A write has consequences that only the platform knows (a status reaches whatever is below): every record read so
 * far is old. What is on the screen is asked for again, without keeping the person waiting for it.
 */
export function refreshAfterWrite(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => typeof queryKey[0] === "string" && queryKey[0] in summaries,
  });
}
