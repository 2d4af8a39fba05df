import { type QueryFunctionContext, type QueryKey, useQueryClient } from "@tanstack/react-query";
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
export function useEarlyList(resource: string, params: GetListParams): void {
  const dataProvider = useDataProvider<PanelDataProvider>();
  useEarlyRequest({
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

/** Unlike usePrefetchQuery also where a query is known already that has asked for nothing yet. */
function useEarlyRequest(request: Request): void {
  const queryClient = useQueryClient();
  const state = queryClient.getQueryState(request.queryKey);
  const isUntouched = !state || (state.status === "pending" && state.fetchStatus === "idle");
  if (isUntouched) void queryClient.prefetchQuery(request);
}
