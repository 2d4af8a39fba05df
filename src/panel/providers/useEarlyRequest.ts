import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { retry } from "./http.ts";

/** Milliseconds for which the answer to an early request counts as fresh. */
const freshFor = 1_000;

/** Options of queries that are requested early: neither their answer nor their failure is asked for again on mount. */
export const earlyQuery = {
  staleTime: freshFor,
  retryOnMount: ({ state }: { readonly state: { readonly errorUpdatedAt: number } }) =>
    Date.now() - state.errorUpdatedAt > freshFor,
  retry,
};

/** What a query's hook or a controller returns of it. */
type Asked = Pick<UseQueryResult, "isPending" | "refetch"> & { readonly isPlaceholderData?: boolean };

/**
 * Requests while a page is still being prepared what a hook of react-admin's requests once it has mounted, which is half
 * of the time that the response takes. The returned promise resolves with the response; undefined: there is nothing to
 * wait for.
 */
export function useEarlyRequest({ isPending, isPlaceholderData, refetch }: Asked): Promise<unknown> | undefined {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
  }, []);
  if (isMounted.current || !(isPending || isPlaceholderData)) return undefined;
  // Joins a request that is under way.
  return refetch({ cancelRefetch: false });
}
