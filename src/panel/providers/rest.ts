import type { GetListParams, Identifier } from "ra-core";
import type { Json, ResourceDescriptor, WireRecord } from "../../core/descriptor.ts";
import { searchPattern } from "../../core/searchPattern.ts";
import { isOffered } from "./extensions.ts";
import type { HttpAnswer, HttpRequest, Query } from "./http.ts";
import { isObject } from "./isObject.ts";
import { malformed } from "./malformed.ts";

/** A record as the panel holds it: the wire's fields, and the version it was read in. */
export interface PanelRecord extends WireRecord {
  id: number | string;
  /** Version given by platforms that lock optimistically; sent back as If-Match. */
  _etag?: string;
}

export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: Json;
}

/** Page size that stands for "all" rows. */
const allRows = 10_000;
const wantsRecord = { Prefer: "return=representation" } as const;

/** Collections need the trailing slash: without it the platform redirects, and a POST loses its body. */
export const collectionPath = (resource: string) => `/api/${resource}/`;
export const itemPath = (resource: string, id: Identifier) => `/api/${resource}/${encodeURIComponent(id)}`;

export type ListParams = Pick<GetListParams, "pagination" | "sort" | "filter" | "signal"> & {
  /** `expand` replaces the paths the descriptor's columns need; with `quickCount` the total may be an estimate. */
  meta?: { readonly expand?: readonly string[]; readonly quickCount?: boolean };
};

/**
 * `GET /api/<resource>/` for one page.
 *
 * A page of 0 rows asks for all of them, one of -1 for the platform's own page. A text for a wildcard filter
 * is searched as searchPattern says; null asks for records without a value.
 */
export function toListRequest(descriptor: ResourceDescriptor, params: ListParams): HttpRequest {
  const { pagination, sort, filter = {}, meta } = params;
  return {
    path: collectionPath(descriptor.name),
    query: {
      ...toPaging(pagination),
      ...(sort?.field ? { order_by: sort.field, order_by_direction: sort.order === "DESC" ? "desc" : "asc" } : {}),
      ...toFilters(descriptor, filter),
      ...toExpand(meta?.expand ?? descriptor.list.expand),
      ...(meta?.quickCount && isOffered("quick_count") ? { quick_count: 1 } : {}),
    },
    signal: params.signal,
  };
}

function toPaging(pagination: GetListParams["pagination"]): Query {
  if (!pagination || pagination.perPage === -1) return {};
  if (pagination.perPage === 0) return { rows: allRows };
  return { page: pagination.page, rows: pagination.perPage };
}

function toFilters(descriptor: ResourceDescriptor, filter: Readonly<Record<string, unknown>>): Query {
  const isWildcard = (name: string) =>
    descriptor.filters.some((known) => known.name === name && known.match === "wildcard");
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

/** Names the platform can not expand for this caller are left out instead of refused. */
export function toExpand(paths: readonly string[]): Query {
  return paths.length > 0 ? { expand: paths.join(","), soft_expand: 1 } : {};
}

/** A page of records and how many there are in all: about as many where `meta` says so. */
export interface ListAnswer {
  readonly data: PanelRecord[];
  readonly total: number;
  readonly meta?: { readonly isEstimate: true };
}

/** Records and count of a page. Throws when the answer is no collection: better loud than an empty list. */
export function fromList(resource: string, { body }: HttpAnswer): ListAnswer {
  if (!isObject(body)) throw malformed(`${resource}: a collection was expected, got ${describeBody(body)}`);
  const data = embeddedItems(resource, body._embedded).map((item) => toRecord(item));
  const total = body.total_count;
  if (total !== undefined && total !== null && typeof total !== "number") {
    throw malformed(`${resource}: total_count should be a number, got ${describeBody(total)}`);
  }
  if (typeof total !== "number" && typeof body.total_estimate === "number") {
    return { data, total: body.total_estimate, meta: { isEstimate: true } };
  }
  return { data, total: total ?? data.length };
}

/** Stock HAL libraries collapse one item to an object and leave out an empty list altogether. */
function embeddedItems(resource: string, embedded: unknown): Record<string, unknown>[] {
  if (embedded === undefined || embedded === null) return [];
  if (!isObject(embedded)) throw malformed(`${resource}: _embedded should be an object, got ${describeBody(embedded)}`);
  const items = embedded[`ngcp:${resource}`] ?? Object.values(embedded)[0];
  const list = items === undefined ? [] : Array.isArray(items) ? items : [items];
  return list.map((item) => {
    if (!isObject(item)) throw malformed(`${resource}: an embedded item is no object: ${describeBody(item)}`);
    return item;
  });
}

export function toItemRequest(resource: string, id: Identifier, expand: readonly string[] = []): HttpRequest {
  return { path: itemPath(resource, id), query: toExpand(expand) };
}

export function fromItem(resource: string, { body, headers }: HttpAnswer): PanelRecord {
  if (!isObject(body)) throw malformed(`${resource}: a record was expected, got ${describeBody(body)}`);
  return toRecord(body, headers.get("ETag"));
}

function toRecord(item: Record<string, unknown>, etag: string | null = null): PanelRecord {
  const { _links, _embedded, ...fields } = item;
  return { ...(fields as PanelRecord), ...(etag ? { _etag: etag } : {}) };
}

/** What goes back over the wire: no links, no expanded records, no version. */
export function toBody(record: Readonly<Record<string, unknown>>): WireRecord {
  const isOurs = (name: string) => name.startsWith("_") || name.endsWith("_expand");
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isOurs(name))) as WireRecord;
}

export function toCreateRequest(resource: string, data: Readonly<Record<string, unknown>>): HttpRequest {
  return { method: "POST", path: collectionPath(resource), body: toBody(data), headers: wantsRecord };
}

/** Id of the record a POST made: the last segment of `Location`, a number where it looks like one. */
export function fromLocation(resource: string, { headers }: HttpAnswer): number | string {
  const segment = headers.get("Location")?.split("?")[0]?.split("/").filter(Boolean).at(-1);
  if (!segment) throw malformed(`${resource}: created, but the answer has no Location`);
  return /^\d+$/.test(segment) ? Number(segment) : decodeURIComponent(segment);
}

/** A full replacement. `etag` is the version the person was looking at. */
export function toUpdateRequest(
  resource: string,
  id: Identifier,
  data: Readonly<Record<string, unknown>>,
  etag?: string,
): HttpRequest {
  return {
    method: "PUT",
    path: itemPath(resource, id),
    body: toBody(data),
    headers: { ...wantsRecord, ...(etag ? { "If-Match": etag } : {}) },
  };
}

export function toPatchRequest(resource: string, id: Identifier, operations: readonly PatchOperation[]): HttpRequest {
  return {
    method: "PATCH",
    path: itemPath(resource, id),
    body: operations,
    headers: { ...wantsRecord, "Content-Type": "application/json-patch+json" },
  };
}

/** How a record goes away: erased, or its status set to the value that ends it. */
export function toRemoveRequest({ name, remove }: ResourceDescriptor, id: Identifier): HttpRequest {
  return remove.by === "delete"
    ? { method: "DELETE", path: itemPath(name, id) }
    : toPatchRequest(name, id, [{ op: "replace", path: `/${remove.field}`, value: remove.value }]);
}

function describeBody(body: unknown): string {
  if (body === undefined) return "nothing";
  return Array.isArray(body) ? "a list" : `${typeof body} ${JSON.stringify(body)?.slice(0, 60)}`;
}
