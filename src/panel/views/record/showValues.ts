import type { QueryClient } from "@tanstack/react-query";
import type { GetListResult } from "ra-core";
import type { PanelRecord } from "../../providers/rest.ts";

/** Puts values into every copy of a record that is on the screen. */
export function showValues(
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
