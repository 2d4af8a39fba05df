import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { textIn } from "../../core/schema/valueAt.ts";
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
}

const curies = { href: "/api/#rel-{rel}", name: "ngcp", templated: true } as const;
const profile: Link = { href: "/api/" };

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
  hrefs: readonly string[] = page.records.map((record) => `${path}${encodeURIComponent(idOf(record))}`),
): Record<string, unknown> {
  const href = (number: number): Link => ({ href: `${path}?${pageQuery(number, page.rows, query)}` });
  const links: Record<string, unknown> = { curies, profile, self: href(page.page) };
  if (page.hasNext) links.next = href(page.page + 1);
  if (page.page > 1) links.prev = href(page.page - 1);
  const counts = { total_count: page.total, ...(page.estimate === undefined ? {} : { total_estimate: page.estimate }) };
  if (page.records.length === 0) return { _links: links, ...counts };
  const selves = hrefs.map((href) => ({ href }));
  links[`ngcp:${rel}`] = selves;
  const items = page.records.map((record, index) => ({ ...record, _links: { self: selves[index] } }));
  return { _links: links, _embedded: { [`ngcp:${rel}`]: items }, ...counts };
}

/** One record with its links; `related` are further relations by resource. */
export function toItem(
  rel: string,
  record: WireRecord,
  related: Readonly<Record<string, Link | readonly Link[]>> = {},
  collection = collectionPath(rel),
): Record<string, unknown> {
  const self = { href: `${collection}${encodeURIComponent(idOf(record))}` };
  const relation = related[`ngcp:${rel}`];
  const links: Record<string, unknown> = { ...related };
  links.curies = curies;
  links.collection = { href: collection };
  links.profile = profile;
  links.self = self;
  links[`ngcp:${rel}`] = relation === undefined ? self : [self, relation].flat();
  // Spreading so many fields with one more after them is several times slower.
  return Object.assign({}, record, { _links: links });
}

/** Limit of links per relation in the header: lists of members may be long, and headers must be short. */
const MAX_HEADER_LINKS = 10;

/** The relations of an item as a `Link` header; undefined for other payloads. */
export function linkHeader(payload: unknown): string | undefined {
  if (typeof payload !== "object" || payload === null || !("_links" in payload) || "total_count" in payload) {
    return undefined;
  }
  // As the functions above made it.
  const links = payload._links as Record<string, Link | readonly Link[]>;
  let header = "";
  for (const rel in links) {
    const link = links[rel];
    if (rel === "curies" || link === undefined) continue;
    for (const { href } of "href" in link ? [link] : link.slice(0, MAX_HEADER_LINKS)) {
      header += `${header === "" ? "" : ", "}<${href}>; rel="${rel}"`;
    }
  }
  return header;
}

function pageQuery(page: number, rows: number, query: Query): string {
  const filters = [...query].filter(([name]) => name !== "page" && name !== "rows");
  // Stars and commas are legal in a query and common in filters: keep the links readable.
  const filterText = new URLSearchParams(filters).toString().replaceAll("%2C", ",");
  return `page=${page}&rows=${rows}${filterText ? `&${filterText}` : ""}`;
}
