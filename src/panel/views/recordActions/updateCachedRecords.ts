import type { QueryClient } from "@tanstack/react-query";
import type { GetListResult } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";

/** Writes values into every cached copy of a record. */
export function updateCachedRecords(
  queryClient: QueryClient,
  name: string,
  id: PanelRecord["id"],
  values: Partial<PanelRecord>,
): void {
  const update = (shown: PanelRecord) => (shown.id === id ? { ...shown, ...values } : shown);
  queryClient.setQueriesData(
    { queryKey: [name, "getList"] },
    (list?: GetListResult<PanelRecord>) => list && { ...list, data: list.data.map(update) },
  );
  queryClient.setQueriesData({ queryKey: [name, "getOne"] }, (shown?: PanelRecord) => shown && update(shown));
}
