import type { GetListParams } from "react-admin";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { isStorableId, toNumericId } from "../../core/schema/ids.ts";
import { searchPattern } from "../../core/values/searchPattern.ts";
import { hasExtension } from "./extensions.ts";
import { assertReadable } from "./filterValues.ts";
import type { HttpRequest, Query } from "./http.ts";
import { collectionPath, itemPath, type ListParams, toExpand } from "./rest.ts";

/** Page size that means "all" rows. */
const allRows = 10_000;

/**
 * `GET /api/<resource>/` for one page. A page of 0 rows requests all of them, one of -1 the platform's own page size. A
 * text for a wildcard filter is searched as in searchPattern; null requests records without a value.
 */
export function toListRequest(descriptor: ResourceDescriptor, params: ListParams): HttpRequest {
  const { pagination, sort, meta } = params;
  const { path, filter } = toListTarget(descriptor, params.filter ?? {});
  assertReadable(descriptor, filter);
  return {
    path,
    query: {
      ...toPaging(pagination),
      ...(sort?.field
        ? { order_by: orderOf(descriptor, sort, filter), order_by_direction: sort.order === "DESC" ? "desc" : "asc" }
        : {}),
      ...toFilters(descriptor, filter),
      ...toExpand(meta?.expand ?? descriptor.list.expand),
      ...(meta?.quickCount && hasExtension("quick_count") ? { quick_count: 1 } : {}),
    },
    signal: params.signal,
  };
}

/** Names of the filters that the list is asked by: not the parent in its path, which no platform overlooks. */
export function requestedFilters(descriptor: ResourceDescriptor, filter: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(toFilters(descriptor, toListTarget(descriptor, filter).filter));
}

/**
 * Returns path and filters of a list: records of one parent have a path of their own if the API has them below it. `q`, by
 * which react-admin's inputs search, is the filter that the schema searches by.
 */
function toListTarget(
  { name, parent, list: { searchFilter } }: ResourceDescriptor,
  { q, ...named }: Readonly<Record<string, unknown>>,
) {
  const filter = searchFilter === undefined || q === undefined ? named : { ...named, [searchFilter]: q };
  const { [parent?.reference ?? ""]: owner, ...otherFilters } = filter;
  const parentId = typeof owner === "string" ? toNumericId(owner) : owner;
  if (!parent?.nested || !isStorableId(parentId)) return { path: collectionPath(name), filter };
  return { path: `${itemPath(name, parentId)}/`, filter: otherFilters };
}

/** Fields that group the rows of an ordered list; rows move among those with equal values. */
export function groupFields(
  { reorder }: Pick<ResourceDescriptor, "reorder">,
  sort: ListParams["sort"],
  filter: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isInOrder = reorder !== undefined && sort?.field === reorder.field && sort.order === "ASC";
  return isInOrder && hasExtension("order_by_several") ? reorder.within.filter((name) => !(name in filter)) : [];
}

function orderOf(
  descriptor: ResourceDescriptor,
  sort: NonNullable<ListParams["sort"]>,
  filter: Readonly<Record<string, unknown>>,
): string {
  return [...groupFields(descriptor, sort, filter), sort.field].join(",");
}

function toPaging(pagination: GetListParams["pagination"]): Query {
  if (!pagination || pagination.perPage === -1) return {};
  if (pagination.perPage === 0) return { rows: allRows };
  return { page: pagination.page, rows: pagination.perPage };
}

function toFilters(descriptor: ResourceDescriptor, filter: Readonly<Record<string, unknown>>): Query {
  const isWildcard = (name: string) =>
    descriptor.filters.some((candidate) => candidate.name === name && candidate.match === "wildcard");
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    const text = toFilterText(value);
    if (text === "") continue;
    query[name] = isWildcard(name) && typeof value === "string" ? searchPattern(text, descriptor.list) : text;
  }
  return query;
}

function toFilterText(value: unknown): string {
  if (value === undefined) return "";
  if (value === null) return "$null";
  return Array.isArray(value) ? value.join(",") : String(value).trim();
}
