import { type Query, type QueryFunctionContext, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type GetListParams, type GetOneParams, useDataProvider } from "ra-core";
import { use } from "react";
import type { PanelDataProvider } from "./dataProvider.ts";
import { recordQuery } from "./recordQuery.ts";
import type { PanelRecord } from "./rest.ts";

/** Milliseconds that a new page waits for its data, while the one before still stands there. */
const patience = 100;

/** What was asked for while a page was put together is not asked for again when it stands there, milliseconds. */
export const freshFor = 1_000;

/**
 * react-admin asks once a page stands there; these ask while it is being put together. Under react-admin's own keys, so
 * that it finds the request under way and makes none of its own. With nothing to show yet (`isPending`, of
 * react-admin's hook) the page is held back until the answer has come: drawn empty first, it would be drawn twice. A
 * slow answer holds nothing up for longer than anybody notices.
 */
export function useEarlyList(resource: string, params: GetListParams, isPending: boolean): void {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const request = {
    queryKey: [resource, "getList", params],
    queryFn: ({ signal }: QueryFunctionContext) => dataProvider.getList<PanelRecord>(resource, { ...params, signal }),
  };
  useEarlyRequest(request, isPending);
}

/** The same for one record. */
export function useEarlyRecord(resource: string, wanted: Pick<GetOneParams, "id" | "meta">, isPending: boolean): void {
  useEarlyRequest(recordQuery(useDataProvider<PanelDataProvider>(), resource, wanted), isPending);
}

interface Request {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: QueryFunctionContext) => Promise<unknown>;
}

/** Unlike usePrefetchQuery also where a query is known already that has asked for nothing yet. */
function useEarlyRequest(request: Request, isPending: boolean): void {
  const queryClient = useQueryClient();
  const state = queryClient.getQueryState(request.queryKey);
  const isUntouched = !state || (state.status === "pending" && state.fetchStatus === "idle");
  const answered = isUntouched ? queryClient.prefetchQuery(request) : undefined;
  const query = queryClient.getQueryCache().find({ queryKey: request.queryKey });
  if (!query || !isPending) return;
  if (answered) held.set(query, Promise.race([answered, pause(patience)]));
  const hold = held.get(query);
  if (hold) use(hold);
}

/** What is rendered anew after it was held back finds the promise that it has waited for. */
const held = new WeakMap<Query, Promise<void>>();

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
