import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "ra-core";
import { useCallback } from "react";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { recordQuery } from "../../providers/recordQuery.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { RelatedSource } from "./related.ts";

/** The value behind a reference of the record; undefined while it is unknown. */
export type ReadRelated = (path: string) => Json | undefined;

interface Related {
  readonly read: ReadRelated;
  /** Some record that decides what is shown is still on its way. */
  readonly isLoading: boolean;
  /** For a decision that can not wait for a rendering: asks for what is missing first. */
  readonly load: (values: WireRecord) => Promise<ReadRelated>;
}

/**
 * Loads the records that the form's conditions and filters look into, for the references as they are now; what the
 * form's own record has brought along need not be loaded.
 */
export function useRelated(
  sources: readonly RelatedSource[],
  values: WireRecord,
  record: PanelRecord | undefined,
): Related {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const results = useQueries({
    queries: sources.map((source) => ({
      ...queryOf(dataProvider, source, values[source.field]),
      initialData: broughtAlong(source, values[source.field], record),
      enabled: isId(values[source.field]),
    })),
  });
  const found = results.map(({ data }, index) => (isId(values[sources[index]?.field ?? ""]) ? data : undefined));
  const load = useCallback(
    async (latest: WireRecord) => {
      const loaded = sources.map((source) => loadOne(queryClient, dataProvider, source, latest[source.field]));
      return reader(sources, await Promise.all(loaded));
    },
    [queryClient, dataProvider, sources],
  );
  return { read: reader(sources, found), isLoading: results.some(({ isLoading }) => isLoading), load };
}

function queryOf(dataProvider: PanelDataProvider, { resource, expand }: RelatedSource, id: Json | undefined) {
  const meta = expand.length > 0 ? { expand } : undefined;
  return { ...recordQuery(dataProvider, resource, { id: Number(id), meta }), staleTime: 30_000, retry: false };
}

function broughtAlong(
  { field, expand }: RelatedSource,
  id: Json | undefined,
  record: PanelRecord | undefined,
): WireRecord | undefined {
  const found = record?.[`${field}_expand`];
  if (!isObject(found) || found.id !== id) return undefined;
  const isWhole = expand.every((path) => valueAt(record ?? {}, `${field}.${path}.id`) !== undefined);
  return isWhole ? found : undefined;
}

async function loadOne(
  queryClient: QueryClient,
  dataProvider: PanelDataProvider,
  source: RelatedSource,
  id: Json | undefined,
): Promise<WireRecord | undefined> {
  if (!isId(id)) return undefined;
  // What the person may not read stays unknown, and conditions on it do not hold.
  return queryClient.fetchQuery(queryOf(dataProvider, source, id)).catch(() => undefined);
}

function reader(sources: readonly RelatedSource[], records: readonly (WireRecord | undefined)[]): ReadRelated {
  return (path) => {
    const [field, ...rest] = path.split(".");
    const record = records[sources.findIndex((source) => source.field === field)];
    return record === undefined ? undefined : (valueAt(record, rest.join(".")) ?? null);
  };
}

function isId(value: Json | undefined): value is number {
  return typeof value === "number";
}
