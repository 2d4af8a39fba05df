import { compact } from "./emit/print.ts";
import type { ResourceModel } from "./model.ts";

/** A generated screen at its address, in the words of the router. */
export interface ResourceRoute {
  readonly path: string;
  readonly resource: string;
  readonly view: string;
  readonly right: string;
  readonly variant?: string;
}

/** The addresses of all generated screens. */
export function resourceRoutes(resources: readonly ResourceModel[]): ResourceRoute[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return resources.flatMap((resource) => routesOf(resource, byName));
}

function routesOf(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): ResourceRoute[] {
  const { name, x, operations, tabs } = resource;
  const base = routeBase(resource, byName);
  const route = (path: string, view: string, right: string, variant?: string): ResourceRoute => ({
    path: `${base}${path}`,
    resource: name,
    view,
    right,
    ...compact({ variant }),
  });
  // Two resources on one address: the one that has the menu entry owns the common pages.
  const isGuest = x.sharesRouteWith !== undefined && x.menu === undefined;
  if (resource.owner) {
    return [route("", "list", "read"), ...(operations.includes("update") ? [route("/edit", "edit", "update")] : [])];
  }
  const variants = Object.entries(x.variants ?? {});
  return [
    ...(operations.includes("list") && !isGuest ? [route("", "list", "read")] : []),
    ...(operations.includes("create")
      ? variants.length > 0
        ? variants.map(([variant, { path }]) => route(`/${path}`, "create", "create", variant))
        : [route(`/${x.createPath ?? "create"}`, "create", "create")]
      : []),
    ...(operations.includes("read") && !isGuest
      ? [
          route("/:id/details", "details", "read"),
          ...(tabs.length > 0 ? [route("/:id/details/:tab", "details", "read")] : []),
          ...(tabs.some((tab) => tab.path.includes("/")) ? [route("/:id/details/:tab/:part", "details", "read")] : []),
        ]
      : []),
    ...(operations.includes("update") && !isGuest ? [route("/:id/edit", "edit", "update")] : []),
    ...(x.preferences ? [route("/:id/preferences", "preferences", "read")] : []),
  ];
}

function routeBase({ x, owner }: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): string {
  if (owner) return `${owner.route}/:parentId/details/${owner.path}`;
  const parent = x.parent && byName.get(x.parent.resource);
  return parent ? `${parent.x.route}/:parentId/details/${x.parent?.path}` : x.route;
}
