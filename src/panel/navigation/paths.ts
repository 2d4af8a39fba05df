import { generatePath } from "react-router";
import type { RouteDescriptor } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { routes } from "../../generated/routes.gen.ts";

export type View = RouteDescriptor["view"];

export interface PathParts {
  /** The record's id. */
  readonly id?: number | string;
  /** The parent's id, for child resources. */
  readonly parentId?: number | string;
  /** The variant of the create form. */
  readonly variant?: string;
  /** The tab of the details page. */
  readonly tab?: string;
}

/** Query parameter that distinguishes two resources at one URL. */
const resourceParameter = "resource";

/**
 * The URL of a generated screen (`/customer/12/edit`), the only place where URLs are built. Null when the resource has
 * no such screen: domains, for one, are never edited.
 */
export function pathTo(resource: string, view: View, parts: PathParts = {}): string | null {
  const route = findRoute(resource, view, parts) ?? findRoute(hostOf(resource), view, parts);
  if (!route) return null;
  const values = { id: toText(parts.id), parentId: toText(parts.parentId) };
  const path = generatePath(route.path, values) + (view === "details" && parts.tab ? `/${parts.tab}` : "");
  return isShared(route) && (route.resource !== resource || parts.id !== undefined)
    ? `${path}?${resourceParameter}=${resource}`
    : path;
}

/** A grandchild does not know its parent's parent: without it the short URL is used, if there is one. */
function findRoute(
  resource: string | undefined,
  view: View,
  { variant, parentId }: PathParts = {},
): RouteDescriptor | undefined {
  const matches = routes.filter(
    (route) =>
      route.resource === resource &&
      route.view === view &&
      !isTab(route.path) &&
      (variant === undefined || route.variant === variant),
  );
  return (parentId === undefined && matches.find(({ path }) => !path.includes(":parentId"))) || matches[0];
}

/** Whether a resource has such a screen, of its own or shared with another. */
export function hasPage(resource: string, view: View): boolean {
  return (findRoute(resource, view) ?? findRoute(hostOf(resource), view)) !== undefined;
}

/** Whether a path is that of a tab or subtab, not of a page. */
export function isTab(path: string): boolean {
  return path.endsWith("/:tab") || path.endsWith("/:part");
}

/** The resource whose URL this one shares. */
function hostOf(resource: string): string | undefined {
  return summaries[resource]?.sharesRouteWith;
}

/** Both resources of a shared URL, the one that owns the pages first. */
export function sharersOf(resource: string): readonly string[] {
  const other = hostOf(resource);
  if (!other) return [resource];
  return findRoute(resource, "list") ? [resource, other] : [other, resource];
}

/** Whether two resources share a page's URL. A page that only one of them has is its own. */
function isShared(route: RouteDescriptor): boolean {
  const other = hostOf(route.resource);
  return other !== undefined && findRoute(other, route.view, route) === undefined;
}

/** The resource of a page: the route's own, or the one named in the URL among those that share it. */
export function resourceOf(route: RouteDescriptor, search: URLSearchParams): string {
  const sharingResource = search.get(resourceParameter);
  return sharingResource && isShared(route) && hostOf(route.resource) === sharingResource
    ? sharingResource
    : route.resource;
}

/** The URL with its resource, where two share it and it names none: `/contact/12/edit`. */
export function withResourceParameter(
  route: RouteDescriptor,
  pathname: string,
  search: URLSearchParams,
): string | null {
  if (!route.path.includes(":id") || !isShared(route) || search.has(resourceParameter)) return null;
  const completeQuery = new URLSearchParams(search);
  completeQuery.set(resourceParameter, route.resource);
  return `${pathname}?${completeQuery}`;
}

function toText(value: number | string | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Pages that always frame the legacy panel are below this path. */
const proxied = /^\/proxy(?=\/)/;

/**
 * The legacy panel's URL for a page, outside of any frame. URLs where a GET may have side effects, and our own error
 * pages, map to its home page.
 */
export function legacyPanelUrl(pathname: string, language: string): string {
  const path = pathname.replace(proxied, "");
  const isPage =
    /^\/[\w-]+(?:\/(?:[\w-]+))*\/?$/.test(path) &&
    !/^\/error\d|\/(?:delete|terminate|up|down|unban|reset\w*)\/?$/.test(path);
  return `${isPage ? path : "/dashboard"}?${new URLSearchParams({ lang: language, framed: "0" })}`;
}
