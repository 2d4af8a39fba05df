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
  const wanted = new Set(ids.map(String));
  const found = new Map<string, PanelRecord>();
  if (wanted.size > 1 && !withoutIdFilter.has(resource)) {
    const query = { id: [...wanted].join(","), rows: wanted.size, no_count: 1, ...toExpand(expand ?? []) };
    const { data } = fromList(resource, await send({ path: collectionPath(resource), query, signal }));
    if (data.some(({ id }) => !wanted.has(id.toString()))) withoutIdFilter.add(resource);
    for (const record of data) if (wanted.has(record.id.toString())) found.set(record.id.toString(), record);
    if (!withoutIdFilter.has(resource)) return [...found.values()];
  }
  const missing = [...wanted].filter((id) => !found.has(id));
  const read1 = async (id: string) => {
    try {
      return await read(resource, id, expand, signal);
    } catch (refusal) {
      if (refusal instanceof HttpError && [403, 404].includes(refusal.status)) return undefined;
      throw refusal;
    }
  };
  for (const record of await Promise.all(missing.map(read1))) if (record) found.set(record.id.toString(), record);
  return [...found.values()];
}
