import type { WireRecord } from "../../core/descriptor.ts";
import type { Paging, Query } from "./query.ts";

type Link = { readonly href: string };

/** One page of a collection, ready to be wrapped. */
export interface Page extends Paging {
  readonly records: readonly WireRecord[];
  /** Null when nobody counted. */
  readonly total: number | null;
  /** About how many there are, where that was asked for and counting takes long. */
  readonly estimate?: number;
  readonly hasNext: boolean;
}

const curies = { href: "/api/#rel-{rel}", name: "ngcp", templated: true } as const;
const profile: Link = { href: "/api/" };

export const collectionPath = (resource: string) => `/api/${resource}/`;
export const itemPath = (resource: string, id: unknown) => `/api/${resource}/${id}`;
/** The same for links: an id that is a text may hold anything. */
export const itemHref = (resource: string, id: unknown) => itemPath(resource, encodeURIComponent(String(id)));

/**
 * The envelope of a collection. `rel` is the resource's name; the list of an empty page is left out altogether, as
 * the platform's clients expect.
 */
export function toCollection(rel: string, path: string, page: Page, query: Query): Record<string, unknown> {
  const href = (number: number): Link => ({ href: `${path}?${pageQuery(number, page.rows, query)}` });
  const links: Record<string, unknown> = { curies, profile, self: href(page.page) };
  if (page.hasNext) links.next = href(page.page + 1);
  if (page.page > 1) links.prev = href(page.page - 1);
  const counts = { total_count: page.total, ...(page.estimate === undefined ? {} : { total_estimate: page.estimate }) };
  if (page.records.length === 0) return { _links: links, ...counts };
  const selves = page.records.map((record) => ({ href: `${path}${encodeURIComponent(String(record.id))}` }));
  links[`ngcp:${rel}`] = selves;
  const items = page.records.map((record, index) => ({ ...record, _links: { self: selves[index] } }));
  return { _links: links, _embedded: { [`ngcp:${rel}`]: items }, ...counts };
}

/** One record with its links; `related` are further relations by resource. */
export function toItem(
  rel: string,
  record: WireRecord,
  related: Readonly<Record<string, Link>> = {},
): Record<string, unknown> {
  const self = { href: itemHref(rel, record.id) };
  const links = { curies, collection: { href: collectionPath(rel) }, profile, self, [`ngcp:${rel}`]: self };
  return { ...record, _links: { ...related, ...links } };
}

function pageQuery(page: number, rows: number, query: Query): string {
  const others = [...query].filter(([name]) => name !== "page" && name !== "rows");
  // Stars and commas are legal in a query and what filters are made of: people should be able to read the links.
  const rest = new URLSearchParams(others).toString().replaceAll("%2C", ",");
  return `page=${page}&rows=${rows}${rest ? `&${rest}` : ""}`;
}
