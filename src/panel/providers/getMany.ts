import { HttpError, type Identifier } from "react-admin";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { collectionPath, fromList, type PanelRecord, toExpand } from "./rest.ts";

interface ManyParts {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly read: (
    resource: string,
    id: Identifier,
    expand?: readonly string[],
    signal?: AbortSignal,
  ) => Promise<PanelRecord>;
}

/** Resources whose platform has ignored a list of ids. */
const withoutIdFilter = new Set<string>();

/**
 * Several records: in one request where the platform filters by a list of ids, otherwise one by one. Platforms without
 * the filter return unrelated rows, which is how they are detected. Missing and unreadable records are left out.
 */
export async function getManyRecords(
  { send, read }: ManyParts,
  resource: string,
  ids: readonly Identifier[],
  { expand, signal }: { readonly expand?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<PanelRecord[]> {
  const requestedIds = new Set(ids.map(String));
  const records = new Map<string, PanelRecord>();
  if (requestedIds.size > 1 && !withoutIdFilter.has(resource)) {
    const query = { id: [...requestedIds].join(","), rows: requestedIds.size, no_count: 1, ...toExpand(expand ?? []) };
    const { data } = fromList(resource, await send({ path: collectionPath(resource), query, signal }));
    if (data.some(({ id }) => !requestedIds.has(id.toString()))) withoutIdFilter.add(resource);
    for (const record of data) if (requestedIds.has(record.id.toString())) records.set(record.id.toString(), record);
    if (!withoutIdFilter.has(resource)) return [...records.values()];
  }
  const missing = [...requestedIds].filter((id) => !records.has(id));
  const readOne = async (id: string) => {
    try {
      return await read(resource, id, expand, signal);
    } catch (error) {
      if (error instanceof HttpError && [403, 404].includes(error.status)) return undefined;
      throw error;
    }
  };
  for (const record of await Promise.all(missing.map(readOne))) if (record) records.set(record.id.toString(), record);
  return [...records.values()];
}
