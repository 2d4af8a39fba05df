import { generatePath } from "react-router";
import type { RouteDescriptor } from "../core/descriptor.ts";
import { summaries } from "../generated/index.gen.ts";
import { routes } from "../generated/routes.gen.ts";

export type View = RouteDescriptor["view"];

export interface PathParts {
  /** The record's id. */
  readonly id?: number | string;
  /** Id of the record that owns it, for resources that live below another. */
  readonly parentId?: number | string;
  /** Which of several ways to create. */
  readonly variant?: string;
  /** Which tab of the details. */
  readonly tab?: string;
}

/** Query parameter that tells two resources on one address apart. */
const resourceParameter = "resource";

/**
 * The address of a generated screen (`/customer/12/edit`), the only place where addresses are built.
 * Null when the resource has no such screen: domains, for one, are never edited.
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

/** What a child owns does not know the child's parent: without one the child's short address is taken, if it has one. */
function findRoute(
  resource: string | undefined,
  view: View,
  { variant, parentId }: PathParts = {},
): RouteDescriptor | undefined {
  const found = routes.filter(
    (route) =>
      route.resource === resource &&
      route.view === view &&
      !isTab(route.path) &&
      (variant === undefined || route.variant === variant),
  );
  return (parentId === undefined && found.find(({ path }) => !path.includes(":parentId"))) || found[0];
}

/** Whether an address is that of a tab, or of a part of one: no page of its own. */
export function isTab(path: string): boolean {
  return path.endsWith("/:tab") || path.endsWith("/:part");
}

/** The resource on whose address this one is a guest. */
function hostOf(resource: string): string | undefined {
  return summaries[resource]?.sharesRouteWith;
}

/** Both resources of a shared address, the one that owns the pages first. */
export function sharersOf(resource: string): readonly string[] {
  const other = hostOf(resource);
  if (!other) return [resource];
  return findRoute(resource, "list") ? [resource, other] : [other, resource];
}

/** Whether a page's address is used by two resources: one that only one of them has is its own. */
function isShared(route: RouteDescriptor): boolean {
  const other = hostOf(route.resource);
  return other !== undefined && findRoute(other, route.view, route) === undefined;
}

/** The resource a page is about: the route's own, or the one its address names among those that share it. */
export function resourceOf(route: RouteDescriptor, search: URLSearchParams): string {
  const named = search.get(resourceParameter);
  return named && isShared(route) && hostOf(route.resource) === named ? named : route.resource;
}

/** The same address with the resource that it means, where two share it and it names none: `/contact/12/edit`. */
export function completed(route: RouteDescriptor, pathname: string, search: URLSearchParams): string | null {
  if (!route.path.includes(":id") || !isShared(route) || search.has(resourceParameter)) return null;
  const whole = new URLSearchParams(search);
  whole.set(resourceParameter, route.resource);
  return `${pathname}?${whole}`;
}

function toText(value: number | string | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
