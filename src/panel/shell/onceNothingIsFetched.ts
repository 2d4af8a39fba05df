import type { QueryClient } from "@tanstack/react-query";

/** Acts once no query is loading, which may be at once. Returns what stops waiting. */
export function onceNothingIsFetched(queryClient: QueryClient, act: () => void): () => void {
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
