import { useCallback, useEffect, useRef, useState } from "react";
import { HttpError, useDataProvider, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { filterKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { requestedFilters } from "../../providers/listRequest.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { readPages } from "./oneByOne.ts";

type ListReader = Pick<PanelDataProvider, "getList">;

/** Most records per action: a run of an hour helps nobody, and nobody reads such a preview. */
export const MAX_BULK_RECORDS = 10_000;
const pageSize = 200;
const byId = { field: "id", order: "ASC" } as const;

interface CollectOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
  /** A filter as users know it. */
  readonly labelOf: (filter: string) => string;
}

/**
 * All records that match a filter, collected before anything changes: changing the filtered field would shift the
 * pages. Rejects when aborted, and where a platform other than ours may not heed the filter.
 */
async function collectMatching(
  dataProvider: ListReader,
  descriptor: ResourceDescriptor,
  filter: Readonly<Record<string, unknown>>,
  { signal, onProgress, labelOf }: CollectOptions,
): Promise<PanelRecord[]> {
  const read = (listFilter: typeof filter, page: number, perPage: number) =>
    dataProvider.getList<PanelRecord>(descriptor.name, {
      pagination: { page, perPage },
      sort: byId,
      filter: listFilter,
      signal,
    });
  /** A filter that the platform does not know narrows nothing. */
  const assertHeeded = async (narrowed: number) => {
    for (const name of requestedFilters(descriptor, filter)) {
      const { [name]: _, ...otherFilters } = filter;
      const { total = 0 } = await read(otherFilters, 1, 1);
      if (total > narrowed) continue;
      const key = "bulk.unheeded";
      throw new HttpError(key, 422, { key, params: { name: labelOf(name) } });
    }
  };
  const recordsById = new Map<PanelRecord["id"], PanelRecord>();
  await readPages(async (page) => {
    const { data, total = 0 } = await read(filter, page, pageSize);
    if (page === 1 && total > 0 && !hasExtension("bulk_jobs")) await assertHeeded(total);
    for (const record of data) recordsById.set(record.id, record);
    onProgress(recordsById.size);
    return data.length > 0 && recordsById.size < Math.min(total, MAX_BULK_RECORDS);
  }, signal);
  return [...recordsById.values()].slice(0, MAX_BULK_RECORDS);
}

/**
 * The records re-read where the platform returns many by their ids; otherwise as last seen. Records that no longer
 * exist are dropped.
 */
async function refreshRecords(
  dataProvider: ListReader,
  { name, storage }: Pick<ResourceDescriptor, "name" | "storage">,
  records: readonly PanelRecord[],
  signal: AbortSignal,
): Promise<PanelRecord[]> {
  if (storage === "computed" || !hasExtension("id_filter")) return [...records];
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

/** The target of an action: these records, or all that match a filter, `total` as far as the list knows. */
export type BulkSource =
  | { readonly records: readonly PanelRecord[] }
  | { readonly filter: Readonly<Record<string, unknown>>; readonly total: number };

interface BulkRecords {
  /** Undefined while loading, or after a failure. */
  readonly records?: readonly PanelRecord[];
  /** Number loaded so far. */
  readonly count: number;
  readonly error?: unknown;
  readonly retry: () => void;
}

/** The records of an action as of when it was chosen; later changes of the list do not matter. */
export function useBulkRecords(descriptor: ResourceDescriptor, source: BulkSource): BulkRecords {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const meant = useRef(source);
  const [state, setState] = useState<Omit<BulkRecords, "retry">>({ count: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const onProgress = (count: number) => !signal.aborted && setState({ count });
    const labelOf = (name: string) => {
      const filter = descriptor.filters.find((candidate) => candidate.name === name) ?? { name, source: name };
      return translate(filterKey(descriptor.name, filter), { _: name });
    };
    const read =
      "records" in meant.current
        ? refreshRecords(dataProvider, descriptor, meant.current.records, signal)
        : collectMatching(dataProvider, descriptor, meant.current.filter, { signal, onProgress, labelOf });
    setState({ count: 0 });
    read.then(
      (records) => !signal.aborted && setState({ records, count: records.length }),
      (error: unknown) => !signal.aborted && setState({ count: 0, error }),
    );
    return () => stop.abort();
  }, [dataProvider, descriptor, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, retry };
}
