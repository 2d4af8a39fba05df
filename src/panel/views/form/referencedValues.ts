import { type QueryClient, type QueryFunctionContext, useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { conditionPaths, conditionsOf } from "../../../core/validation/conditions.ts";
import { currencyPaths } from "../../../core/values/money.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** A record that the form's conditions or filters read, and how to fetch it. */
export interface RelatedSource {
  /** The field that references it, `contact_id`. */
  readonly field: string;
  /** The member of a list's last item that does, `profile_id`. */
  readonly item?: string;
  readonly resource: string;
  /** Paths to expand in it: `reseller_id` for `contact_id.reseller_id.name`. */
  readonly expand: readonly string[];
}

/** The part of a resource that has conditions. */
type Conditional = Parameters<typeof conditionsOf>[0];

/**
 * The references that the form has to fetch: those in its conditions, its pickers' filters and the currencies of amounts,
 * and in `more` paths.
 */
export function relatedSources(descriptor: Conditional, more: readonly string[] = []): RelatedSource[] {
  const { fields } = descriptor;
  const expands = new Map<string, Set<string>>();
  const further = [...currenciesOf(fields), ...more].filter((path) => path.includes("."));
  for (const path of [...relatedPaths(descriptor), ...further]) {
    const [field = "", ...segments] = path.split(".");
    const fieldExpands = expands.get(field) ?? new Set<string>();
    if (segments.length > 1) fieldExpands.add(segments.slice(0, -1).join("."));
    expands.set(field, fieldExpands);
  }
  return [...expands].flatMap(([name, expand]) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field?.reference) return [{ field: name, resource: field.reference.resource, expand: [...expand] }];
    return (field?.fields ?? []).flatMap(({ name: item, reference }) =>
      reference && expand.has(item) ? [{ field: name, item, resource: reference.resource, expand: [] }] : [],
    );
  });
}

/** Paths of the currencies that amounts are typed in. */
function currenciesOf(fields: readonly FieldDescriptor[]): string[] {
  return fields.flatMap((field) => (field.kind === "money" && !field.readOnly ? currencyPaths(field) : []));
}

/** Returns the id by which a source refers to its record. */
function referencedId({ field, item }: RelatedSource, values: WireRecord): Json | undefined {
  const value = values[field];
  if (item === undefined) return value;
  const last = Array.isArray(value) ? value.at(-1) : undefined;
  return isObject(last) ? last[item] : undefined;
}

/** Every path through a reference in a condition or filter. */
export function relatedPaths(descriptor: Conditional): string[] {
  const { fields } = descriptor;
  return [
    ...new Set([
      ...conditionsOf(descriptor).flatMap((condition) => conditionPaths(condition, fields).related),
      ...filterPaths(fields).filter((path) => path.includes(".")),
    ]),
  ];
}

/** The record's own fields that decide what is shown or required. */
export function decidingFields(fields: readonly FieldDescriptor[]): string[] {
  const paths = conditionsOf({ fields }).flatMap((condition) => conditionPaths(condition, fields).own);
  return [...new Set(paths.map((path) => path.split(".")[0] ?? path))];
}

function filterPaths(fields: readonly FieldDescriptor[]): string[] {
  return fields.flatMap(({ reference, fields: parts = [] }) => [
    ...Object.values(reference?.filter ?? {}).flatMap((value) => filterPath(value) ?? []),
    ...filterPaths(parts),
  ]);
}

/** The value behind a reference; undefined while loading. */
export type ReadRelated = (path: string) => Json | undefined;

interface Related {
  readonly read: ReadRelated;
  /** A record that decides what is shown is still loading. */
  readonly isLoading: boolean;
}

/**
 * Loads the records that the form's conditions and filters read, for the current references; those that the form's
 * record has expanded need no request.
 */
export function useRelated(
  sources: readonly RelatedSource[],
  values: WireRecord,
  record: PanelRecord | undefined,
): Related {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { records, isLoading } = useQueries({
    queries: sources.map((source) => ({
      ...queryOf(dataProvider, source, referencedId(source, values)),
      initialData: expandedRecord(source, referencedId(source, values), record),
      enabled: isId(referencedId(source, values)),
    })),
    // The result stays the same until a record changes.
    combine: (results) => ({
      records: results.map(({ data }, index) =>
        sources[index] && isId(referencedId(sources[index], values)) ? data : undefined,
      ),
      isLoading: results.some(({ isLoading }) => isLoading),
    }),
  });
  const read = useMemo(() => buildReader(sources, records), [sources, records]);
  return { read, isLoading };
}

/** Fetches missing records first, for decisions that cannot wait for a render. */
export function useRelatedLoader(): (sources: readonly RelatedSource[], values: WireRecord) => Promise<ReadRelated> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  return async (sources, values) => {
    const loaded = sources.map((source) =>
      loadRelatedRecord(queryClient, dataProvider, source, referencedId(source, values)),
    );
    return buildReader(sources, await Promise.all(loaded));
  };
}

function queryOf(dataProvider: PanelDataProvider, { resource, expand }: RelatedSource, id: Json | undefined) {
  const meta = expand.length > 0 ? { expand } : undefined;
  return {
    queryKey: [resource, "related", id, expand],
    queryFn: async ({ signal }: Pick<QueryFunctionContext, "signal">): Promise<WireRecord> =>
      (await dataProvider.getOne<PanelRecord>(resource, { id: Number(id), meta, signal })).data,
    staleTime: 30_000,
    retry: false,
  };
}

function expandedRecord(
  { field, expand }: RelatedSource,
  id: Json | undefined,
  record: PanelRecord | undefined,
): WireRecord | undefined {
  const expanded = record?.[`${field}_expand`];
  if (!isObject(expanded) || expanded.id !== id) return undefined;
  const isWhole = expand.every((path) => valueAtPath(record ?? {}, `${field}.${path}.id`) !== undefined);
  return isWhole ? expanded : undefined;
}

async function loadRelatedRecord(
  queryClient: QueryClient,
  dataProvider: PanelDataProvider,
  source: RelatedSource,
  id: Json | undefined,
): Promise<WireRecord | undefined> {
  if (!isId(id)) return undefined;
  // Unreadable records stay unknown, and conditions on them do not hold.
  return queryClient.fetchQuery(queryOf(dataProvider, source, id)).catch(() => undefined);
}

function buildReader(sources: readonly RelatedSource[], records: readonly (WireRecord | undefined)[]): ReadRelated {
  return (path) => {
    const [field, ...segments] = path.split(".");
    const index = sources.findIndex((source) => source.field === field);
    const record = records[index];
    const behind = sources[index]?.item === undefined ? segments : segments.slice(1);
    return record === undefined ? undefined : (valueAtPath(record, behind.join(".")) ?? null);
  };
}

function isId(value: Json | undefined): value is number {
  return typeof value === "number";
}
