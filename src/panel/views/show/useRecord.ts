import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type GetListResult, type Identifier, useGetOne } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isSameId } from "../../../core/schema/ids.ts";
import { knownTitle } from "../../../core/values/recordTitle.ts";
import type { PanelRecord, RecordOf } from "../../providers/rest.ts";
import { titleExpand } from "../../providers/summaries.ts";

/** A record with its expanded references, as far as its page needs them. */
export function useRecord<Name extends string>(
  descriptor: ResourceDescriptor<Name>,
  id: Identifier,
): UseQueryResult<RecordOf<Name>>;
export function useRecord(descriptor: ResourceDescriptor, id: Identifier): UseQueryResult<PanelRecord> {
  const { meta, ...options } = useRecordQuery(descriptor, id);
  return useGetOne<PanelRecord>(descriptor.name, { id, meta }, options);
}

/** Options of the query for such a record; until it has loaded, a list's cached row stands in. */
export function useRecordQuery(descriptor: ResourceDescriptor, id: Identifier) {
  const queryClient = useQueryClient();
  const references = descriptor.fields.filter(({ reference, internal }) => reference?.expand && !internal);
  const referencePaths = references.flatMap(({ name, reference }) => [
    name,
    ...titleExpand(reference?.resource ?? descriptor.name).map((path) => `${name}.${path}`),
  ]);
  const expand = [...new Set([...descriptor.list.expand, ...referencePaths])];
  const findListed = (): PanelRecord | undefined =>
    queryClient
      .getQueriesData<GetListResult<PanelRecord>>({ queryKey: [descriptor.name, "getList"] })
      .flatMap(([, list]) => list?.data ?? [])
      .find((record) => isSameId(record.id, id) && knownTitle(descriptor.recordRepresentation, record) !== undefined);
  return { meta: { expand }, placeholderData: findListed };
}
