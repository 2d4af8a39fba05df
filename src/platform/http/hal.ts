import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import type { PlatformError } from "../../core/validation/errors.ts";
import type { Paging, Query } from "./query.ts";

export type Link = { readonly href: string };

/** One page of a collection, before it is wrapped. */
export interface CollectionPage<Shown extends WireRecord = WireRecord> extends Paging {
  readonly records: readonly Shown[];
  /** Null: not counted. */
  readonly total: number | null;
  /** Estimated total, when requested and counting is slow. */
  readonly estimate?: number;
  readonly hasNext: boolean;
  /** Goes with the records: names of `expand` that are unknown. */
  readonly refusal?: PlatformError;
}

/** The namespace that names relations on this and all platforms of its kind; it is not an address. */
const NAMESPACE = "http://purl.org/sipwise/ngcp-api/";
const curies = { href: `${NAMESPACE}#rel-{rel}`, name: "ngcp", templated: true } as const;
const profile: Link = { href: NAMESPACE };

/** Before the relations of an item that is read. */
const ITEM = "item ";

export const JSON_TYPE = "application/json";
export const HAL_TYPE = `application/hal+json; profile="${NAMESPACE}"; charset=utf-8`;
/** The name of a relation that clients know. */
export const relationOf = (name: string) => `${NAMESPACE}#rel-${name}`;
/** The value of `Accept-Post` for records of a resource. */
export const acceptPostOf = (resource: string) => `application/hal+json; profile=${relationOf(resource)}`;

export const collectionPath = (resource: string) => `/api/${resource}/`;
export const itemPath = (resource: string, id: number | string) => `/api/${resource}/${id}`;
/** The list of a resource that the API has below its parent. */
export const nestedCollectionPath = (resource: string, parentId: number | string) => `/api/${resource}/${parentId}/`;
/** The list that a record is in. */
export function listPathOf({ name, parent }: Pick<ResourceDescriptor, "name" | "parent">, record: WireRecord): string {
  return parent?.nested ? nestedCollectionPath(name, textIn(record, parent.reference)) : collectionPath(name);
}

/** Path of an item for links: a text id may contain anything. */
export const itemHref = (resource: string, id: number | string) => itemPath(resource, encodeURIComponent(id));

/**
 * The envelope of a collection. `rel` is the resource's name; the list of an empty page is omitted, as the platform's
 * clients expect.
 */
export function toCollection(
  rel: string,
  path: string,
  page: CollectionPage,
  query: Query,
  toLinked: (record: WireRecord) => LinkedItem = (record) => toItem(rel, record, undefined, path),
): Record<string, unknown> {
  const href = (number: number): Link => ({ href: `${path}?${pageQuery(number, page.rows, query)}` });
  const links: Record<string, unknown> = { curies, profile, self: href(page.page) };
  if (page.hasNext) links.next = href(page.page + 1);
  if (page.page > 1) links.prev = href(page.page - 1);
  const counts = { total_count: page.total, ...(page.estimate === undefined ? {} : { total_estimate: page.estimate }) };
  if (page.records.length === 0) return { _links: links, ...counts };
  const items = page.records.map(toLinked);
  links[`ngcp:${rel}`] = items.map((item) => item._links.self);
  return { _links: links, _embedded: { [`ngcp:${rel}`]: items }, ...counts };
}

/** Relations of a record; each is a list, as clients expect, even of one. */
export type Relations = Readonly<Record<`ngcp:${string}`, readonly Link[]>>;

export interface LinkedItem {
  readonly _links: {
    readonly curies: typeof curies;
    readonly collection: Link;
    readonly profile: Link;
    readonly self: Link;
    readonly [relation: `ngcp:${string}`]: readonly Link[];
  };
}

/** One record with its links: `self` is by default below its collection, and its only relation. */
export function toItem(
  rel: string,
  record: WireRecord,
  related?: Relations,
  collection = collectionPath(rel),
  self: Link = { href: `${collection}${encodeURIComponent(idOf(record))}` },
): LinkedItem {
  const relations = related ?? { [`ngcp:${rel}`]: [self] };
  const _links = { ...relations, curies, collection: { href: collection }, profile, self };
  // Spreading so many fields with one more after them is several times slower.
  return Object.assign({}, record, { _links });
}

/** Limit of links per relation in the header: lists of members may be long, and headers must be short. */
const MAX_HEADER_LINKS = 10;

export interface HeaderRelations {
  /** `self` is marked as an item, as of a record that is read. */
  readonly marksItem: boolean;
  /** Whether the relation is, too. */
  readonly marks: (rel: string) => boolean;
  /** Whether the relation is in the header. */
  readonly has: (rel: string) => boolean;
}

/** The relations of an item as a `Link` header (RFC 8288); undefined for other payloads. */
export function linkHeader(payload: unknown, { marksItem, marks, has }: HeaderRelations): string | undefined {
  if (!isLinkedItem(payload)) return undefined;
  const { curies: _, collection, profile, self, ...relations } = payload._links;
  const others = Object.entries(relations).flatMap(([relation, links]) => {
    const rel = relation.replace("ngcp:", "");
    if (!has(rel)) return [];
    const name = `${marks(rel) ? ITEM : ""}${relationOf(rel)}`;
    return links.slice(0, MAX_HEADER_LINKS).map(({ href }) => `<${href}>; rel="${name}"`);
  });
  return [
    ...others,
    `<${collection.href}>; rel=collection`,
    `<${profile.href}>; rel=profile`,
    `<${self.href}>; rel=${marksItem ? `"${ITEM}self"` : "self"}`,
  ].join(", ");
}

/** Whether `toItem` made it. */
function isLinkedItem(payload: unknown): payload is LinkedItem {
  return isObject(payload) && isObject(payload._links) && "collection" in payload._links;
}

function pageQuery(page: number, rows: number, query: Query): string {
  const filters = [...query].filter(([name]) => name !== "page" && name !== "rows");
  // Stars and commas are legal in a query and common in filters: keep the links readable.
  const filterText = new URLSearchParams(filters).toString().replaceAll("%2C", ",");
  return `page=${page}&rows=${rows}${filterText ? `&${filterText}` : ""}`;
}
