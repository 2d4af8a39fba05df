import type { QueryFunctionContext } from "@tanstack/react-query";
import type { GetOneParams } from "react-admin";
import type { PanelDataProvider } from "./dataProvider.ts";
import { recordKey } from "./libraryKeys.ts";
import type { PanelRecord } from "./rest.ts";

/** One record, under react-admin's own useGetOne key: parts of the page share the cache. */
export function recordQuery(
  dataProvider: Pick<PanelDataProvider, "getOne">,
  resource: string,
  { id, meta }: Pick<GetOneParams, "id" | "meta">,
) {
  return {
    queryKey: recordKey(resource, { id, meta }),
    queryFn: async ({ signal }: Pick<QueryFunctionContext, "signal">): Promise<PanelRecord> =>
      (await dataProvider.getOne<PanelRecord>(resource, { id, meta, signal })).data,
  };
}
