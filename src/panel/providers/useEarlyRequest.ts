import { type Query, type QueryFunctionContext, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type GetListParams, type GetOneParams, useDataProvider } from "react-admin";
import type { PanelDataProvider } from "./dataProvider.ts";
import { listKey } from "./libraryKeys.ts";
import { recordQuery } from "./recordQuery.ts";
import type { PanelRecord } from "./rest.ts";

/** Milliseconds for which data requested while a page is prepared counts as fresh once it mounts. */
export const freshFor = 1_000;

/**
 * Prefetches what react-admin requests once a page has mounted, while the page is still being prepared, which is half
 * of the time that the response takes. Uses react-admin's keys, so that it reuses the pending request.
 */
export function useEarlyList(resource: string, params: GetListParams): Promise<unknown> | undefined {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useEarlyRequest({
    queryKey: listKey(resource, params),
    queryFn: ({ signal }) => dataProvider.getList<PanelRecord>(resource, { ...params, signal }),
  });
}

/** The same for one record. */
export function useEarlyRecord(resource: string, wanted: Pick<GetOneParams, "id" | "meta">): void {
  useEarlyRequest(recordQuery(useDataProvider<PanelDataProvider>(), resource, wanted));
}

interface Request {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: QueryFunctionContext) => Promise<unknown>;
}

/** Milliseconds after which a page without its data is worth more than the previous page. */
const patience = 400;

/** A stable promise for each attempt to render a page: React identifies it by that. */
const arrivals = new WeakMap<Query, Promise<unknown>>();

/**
 * Unlike usePrefetchQuery, also for a known query that has not fetched yet. The returned promise resolves when the
 * response has arrived or is no longer worth waiting for; undefined: there is nothing to wait for.
 */
function useEarlyRequest(request: Request): Promise<unknown> | undefined {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const find = () => cache.find({ queryKey: request.queryKey, exact: true });
  const known = find();
  const isUntouched = !known || (known.state.status === "pending" && known.state.fetchStatus === "idle");
  if (!isUntouched) return known.state.status === "pending" ? arrivals.get(known) : undefined;
  const answer = queryClient.prefetchQuery(request);
  const query = find();
  if (!query) return undefined;
  const arrival = Promise.race([answer, new Promise((resolve) => setTimeout(resolve, patience))]);
  arrivals.set(query, arrival);
  return arrival;
}
