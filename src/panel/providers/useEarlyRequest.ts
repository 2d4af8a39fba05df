import { type Query, type QueryFunctionContext, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type GetListParams, type GetOneParams, useDataProvider } from "ra-core";
import type { PanelDataProvider } from "./dataProvider.ts";
import { recordQuery } from "./recordQuery.ts";
import type { PanelRecord } from "./rest.ts";

/** What was asked for while a page was put together is not asked for again when it stands there, milliseconds. */
export const freshFor = 1_000;

/**
 * react-admin asks once a page stands there; these ask while it is being put together, which is half of the time that
 * the answer takes. Under react-admin's own keys, so that it finds the request under way and makes none of its own.
 */
export function useEarlyList(resource: string, params: GetListParams): Promise<unknown> | undefined {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useEarlyRequest({
    queryKey: [resource, "getList", params],
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

/** Milliseconds after which a page is worth more without its data than the page before it. */
const patience = 400;

/** The same promise for each attempt to draw a page: React knows it again by that. */
const arrivals = new WeakMap<Query, Promise<unknown>>();

/**
 * Unlike usePrefetchQuery also where a query is known already that has asked for nothing yet. What comes back resolves
 * when the answer is there or is not worth waiting for; undefined: there is nothing to wait for.
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
