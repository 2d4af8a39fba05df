import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import type { PanelRecord } from "../../providers/rest.ts";

type Lists = Pick<PanelDataProvider, "getList">;

/** Records an action takes at once: a run of an hour helps nobody, and nobody reads such a preview. */
export const mostAtOnce = 10_000;
const pageSize = 200;
const byId = { field: "id", order: "ASC" } as const;

/**
 * Everything that a filter lets through, collected before anything is changed: a change of the very field that is
 * filtered by would shift the pages. Rejects when the signal says so.
 */
export async function collectMatching(
  dataProvider: Lists,
  resource: string,
  filter: Readonly<Record<string, unknown>>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (count: number) => void },
): Promise<PanelRecord[]> {
  const found = new Map<PanelRecord["id"], PanelRecord>();
  for (let page = 1; ; page++) {
    const pagination = { page, perPage: pageSize };
    const { data, total = 0 } = await dataProvider.getList<PanelRecord>(resource, {
      pagination,
      sort: byId,
      filter,
      signal,
    });
    for (const record of data) found.set(record.id, record);
    onProgress(found.size);
    if (data.length === 0 || found.size >= Math.min(total, mostAtOnce)) return [...found.values()].slice(0, mostAtOnce);
  }
}

/**
 * The records as they are now, where the platform gives many by their ids; else as they were last seen. Those that are
 * gone meanwhile are left out.
 */
export async function refreshRecords(
  dataProvider: Lists,
  { name, storage }: Pick<ResourceDescriptor, "name" | "storage">,
  records: readonly PanelRecord[],
  signal: AbortSignal,
): Promise<PanelRecord[]> {
  if (storage === "computed" || !isOffered("id_filter")) return [...records];
  const fresh = new Map<PanelRecord["id"], PanelRecord>();
  for (let start = 0; start < records.length; start += pageSize) {
    const ids = records.slice(start, start + pageSize).map(({ id }) => id);
    const { data } = await dataProvider.getList<PanelRecord>(name, {
      pagination: { page: 1, perPage: pageSize },
      sort: byId,
      filter: { id: ids.join(",") },
      signal,
    });
    for (const record of data) fresh.set(record.id, record);
  }
  return records.flatMap(({ id }) => fresh.get(id) ?? []);
}
