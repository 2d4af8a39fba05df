import type { QueryFunctionContext } from "@tanstack/react-query";
import type { GetOneParams } from "ra-core";
import type { PanelDataProvider } from "./dataProvider.ts";
import type { PanelRecord } from "./rest.ts";

/** One record, under the key of react-admin's own useGetOne: what another part of the page has read is not read again. */
export function recordQuery(
  dataProvider: Pick<PanelDataProvider, "getOne">,
  resource: string,
  { id, meta }: Pick<GetOneParams, "id" | "meta">,
) {
  return {
    queryKey: [resource, "getOne", { id: String(id), meta }],
    queryFn: async ({ signal }: Pick<QueryFunctionContext, "signal">): Promise<PanelRecord> =>
      (await dataProvider.getOne<PanelRecord>(resource, { id, meta, signal })).data,
  };
}
