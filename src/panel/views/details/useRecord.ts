import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type GetListResult, useGetOne } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { freshFor, useEarlyRecord } from "../../providers/useEarlyRequest.ts";
import { titleExpand } from "../../resource/titleExpand.ts";

/** A record with the records it refers to, as far as its page follows references. Until it has come, what a list already showed of it. */
export function useRecord(descriptor: ResourceDescriptor, id: string): UseQueryResult<PanelRecord> {
  const queryClient = useQueryClient();
  const references = descriptor.fields.filter(({ reference, internal }) => reference?.expand && !internal);
  const named = references.flatMap(({ name, reference }) => [
    name,
    ...titleExpand(reference?.resource ?? descriptor.name).map((path) => `${name}.${path}`),
  ]);
  const expand = [...new Set([...descriptor.list.expand, ...named])];
  const findListed = (): PanelRecord | undefined =>
    queryClient
      .getQueriesData<GetListResult<PanelRecord>>({ queryKey: [descriptor.name, "getList"] })
      .flatMap(([, list]) => list?.data ?? [])
      .find((record) => String(record.id) === id);
  const wanted = { id, meta: { expand } };
  useEarlyRecord(descriptor.name, wanted);
  return useGetOne<PanelRecord>(descriptor.name, wanted, { placeholderData: findListed, staleTime: freshFor });
}
