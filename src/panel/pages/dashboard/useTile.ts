import { type UseQueryResult, useQuery } from "@tanstack/react-query";

/** A dashboard may stay open all day. */
const refreshMs = 5 * 60_000;

/** What a tile shows, asked for by itself: it loads beside all others, and fails alone. */
export function useTile<T>(
  key: readonly (string | number)[],
  read: (signal: AbortSignal) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({
    queryKey: ["dashboard", ...key],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: refreshMs,
  });
}
