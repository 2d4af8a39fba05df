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
  const update = (record: PanelRecord) => (record.id === id ? { ...record, ...values } : record);
  queryClient.setQueriesData(
    { queryKey: [name, "getList"] },
    (list?: GetListResult<PanelRecord>) => list && { ...list, data: list.data.map(update) },
  );
  queryClient.setQueriesData({ queryKey: [name, "getOne"] }, (record?: PanelRecord) => record && update(record));
}
