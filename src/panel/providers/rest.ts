import type { GetListParams, Identifier } from "react-admin";
import { bulkRunHeader } from "../../core/api/panelHeaders.ts";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import type { ResourceName, Resources } from "../../generated/types/index.gen.ts";
import { malformedError } from "./errors.ts";
import type { HttpBody, HttpRequest, HttpResponse, Query } from "./http.ts";

/** A record as the panel holds it: the wire's fields, and its version. */
export interface PanelRecord extends WireRecord {
  id: number | string;
  /** Version on platforms with optimistic locking; sent back as If-Match. */
  _etag?: string;
}

/** A record of a resource that is known by name: `RecordOf<"subscribers">` has a subscriber's fields. */
export type RecordOf<Resource extends string = string> = Resource extends ResourceName
  ? Resources[Resource]["record"] & Pick<PanelRecord, "_etag">
  : PanelRecord;

/** The members of a record that an update may write, if its resource is known by name. */
export type UpdateOf<Resource extends string = string> = Resource extends ResourceName
  ? Resources[Resource]["update"]
  : Readonly<Record<string, Json>>;

/** The names of fields that a form of the resource may have: of those that all drafts or only some have. */
export type FieldOf<Resource extends string = string> = Resource extends ResourceName
  ? NamesIn<Resources[Resource]["create" | "update"]>
  : string;
type NamesIn<Shape> = Shape extends unknown ? keyof Shape & string : never;

/** The values of a member that an update may write. */
export type ValueOf<Resource extends string, Field extends keyof UpdateOf<Resource>> = Exclude<
  UpdateOf<Resource>[Field],
  undefined
> &
  Json;

export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: Json;
}

const wantsRecord = { Prefer: "return=representation" } as const;

/** Collections need the trailing slash: without it the platform redirects, and a POST loses its body. */
export const collectionPath = (resource: string) => `/api/${resource}/`;
export const itemPath = (resource: string, id: Identifier) => `/api/${resource}/${encodeURIComponent(id)}`;

export type ListParams = Pick<GetListParams, "pagination" | "sort" | "filter" | "signal"> & {
  /**
   * `expand` overrides the paths needed by the descriptor's columns; with `quickCount` the total may be an estimate.
   */
  meta?: { readonly expand?: readonly string[]; readonly quickCount?: boolean };
};

/** Names that the platform cannot expand for this caller are omitted instead of refused. */
export function toExpand(paths: readonly string[]): Query {
  return paths.length > 0 ? { expand: paths.join(","), soft_expand: 1 } : {};
}

/** Returns the sums that come with a page. Throws if there are none. */
export function fromSums(resource: string, { body }: HttpResponse): WireRecord {
  if (isObject(body) && isObject(body.sums)) return body.sums;
  throw malformedError(`${resource}: sums were expected, got ${describeBody(body)}`);
}

/** A page of records and the total, an estimate if `meta` says so. */
interface ListAnswer {
  readonly data: PanelRecord[];
  readonly total: number;
  readonly meta?: { readonly isEstimate: true };
}

/** Records and total of a page. Throws when the response is not a collection: an error beats an empty list. */
export function fromList(resource: string, { body }: HttpResponse): ListAnswer {
  if (!isObject(body)) throw malformedError(`${resource}: a collection was expected, got ${describeBody(body)}`);
  const data = embeddedItems(resource, body).map((item) => toRecord(item));
  const total = body.total_count;
  if (total !== undefined && total !== null && typeof total !== "number") {
    throw malformedError(`${resource}: total_count should be a number, got ${describeBody(total)}`);
  }
  if (typeof total !== "number" && typeof body.total_estimate === "number") {
    return { data, total: body.total_estimate, meta: { isEstimate: true } };
  }
  return { data, total: total ?? data.length };
}

/** Stock HAL libraries collapse a single item to an object and omit an empty list. */
function embeddedItems(resource: string, { _embedded: embedded }: WireRecord): WireRecord[] {
  if (embedded === undefined || embedded === null) return [];
  if (!isObject(embedded))
    throw malformedError(`${resource}: _embedded should be an object, got ${describeBody(embedded)}`);
  const items = embedded[`ngcp:${resource}`] ?? Object.values(embedded)[0];
  const list = items === undefined ? [] : Array.isArray(items) ? items : [items];
  return list.map((item) => {
    if (!isObject(item)) throw malformedError(`${resource}: an embedded item is no object: ${describeBody(item)}`);
    return item;
  });
}

export function toItemRequest(resource: string, id: Identifier, expand: readonly string[] = []): HttpRequest {
  return { path: itemPath(resource, id), query: toExpand(expand) };
}

export function fromItem(resource: string, { body, headers }: HttpResponse): PanelRecord {
  if (!isObject(body)) throw malformedError(`${resource}: a record was expected, got ${describeBody(body)}`);
  return toRecord(body, headers.get("ETag"));
}

function toRecord(item: WireRecord, etag: string | null = null): PanelRecord {
  const { _links, _embedded, ...fields } = item;
  // Settings alone may have no id, and nothing asks for theirs.
  return { ...(fields as PanelRecord), ...(etag ? { _etag: etag } : {}) };
}

/** A text of a record that no schema describes; null where there is none. */
export function readText(record: WireRecord, name: string): string | null {
  const value = record[name];
  return typeof value === "string" ? value : null;
}

/** Whether a flag of a record is on. Platforms encode true as true, 1, "1" or "true". */
export function hasFlag(record: WireRecord, name: string): boolean {
  const value = record[name];
  return Boolean(value) && value !== "0" && value !== "false";
}

/** The payload: without links, expanded records and version. */
export function toBody(record: WireRecord): WireRecord {
  const isOurs = (name: string) => name.startsWith("_") || name.endsWith("_expand");
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isOurs(name)));
}

/**
 * Values as they are written: without the platform's read-only members inside of lists and objects. Sent back they
 * would be stale as soon as a neighbour changes, such as the name of a set next to its id.
 */
export function toWritten<T extends WireRecord>(fields: readonly FieldDescriptor[], data: T): T {
  const parts = new Map(fields.flatMap(({ name, fields: members }) => (members ? [[name, members]] : [])));
  const written = (members: readonly FieldDescriptor[], value: Json | undefined): Json | undefined => {
    if (Array.isArray(value)) return value.map((item) => written(members, item) ?? null);
    if (!isObject(value)) return value;
    const readOnlyNames = new Set(members.filter(({ readOnly }) => readOnly).map(({ name }) => name));
    return toWritten(members, Object.fromEntries(Object.entries(value).filter(([name]) => !readOnlyNames.has(name))));
  };
  const all = Object.entries(data).map(([name, value]) => [name, written(parts.get(name) ?? [], value)]);
  return parts.size === 0 ? data : { ...data, ...Object.fromEntries(all) };
}

/** A new record, or with `isComposite` one that contains others to be made with it. */
export function toCreateRequest(resource: string, data: WireRecord, isComposite = false): HttpRequest {
  const path = `${collectionPath(resource)}${isComposite ? "composite" : ""}`;
  return { method: "POST", path, body: toBody(data), headers: wantsRecord };
}

/** Id of the record created by a POST: the last segment of `Location`, as a number where it looks like one. */
export function fromLocation(resource: string, { headers }: HttpResponse): number | string {
  const segment = headers.get("Location")?.split("?")[0]?.split("/").filter(Boolean).at(-1);
  if (!segment) throw malformedError(`${resource}: created, but the answer has no Location`);
  return /^\d+$/.test(segment) ? Number(segment) : decodeURIComponent(segment);
}

/** A full replacement. `etag` is the version that the user was looking at. */
export function toUpdateRequest(resource: string, id: Identifier, data: WireRecord, etag?: string): HttpRequest {
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

/** The request as part of a bulk run, if there is one. */
export function withRunHeader(request: HttpRequest, run: string | undefined): HttpRequest {
  return run === undefined ? request : { ...request, headers: { ...request.headers, [bulkRunHeader]: run } };
}

/** Builds the request that removes a record: by DELETE, or by setting its status to the final value. */
export function toRemoveRequest({ name, remove }: ResourceDescriptor, id: Identifier): HttpRequest {
  return remove.by === "delete"
    ? { method: "DELETE", path: itemPath(name, id) }
    : toPatchRequest(name, id, [{ op: "replace", path: `/${remove.field}`, value: remove.value }]);
}

function describeBody(body: HttpBody): string {
  if (body === undefined) return "nothing";
  return Array.isArray(body) ? "a list" : `${typeof body} ${JSON.stringify(body)?.slice(0, 60)}`;
}
