import { memoize } from "../src/core/values/memoize.ts";
import { compact } from "./emit/print.ts";
import type { ResourceModel } from "./model.ts";

/** The route of a generated screen. */
export interface ResourceRoute {
  readonly path: string;
  readonly resource: string;
  readonly view: string;
  readonly right: string;
  readonly variant?: string;
}

/** Routes of all generated screens. */
export const resourceRoutes = memoize((resources: readonly ResourceModel[]): readonly ResourceRoute[] => {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return resources.flatMap((resource) => routesOf(resource, byName));
});

function routesOf(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): ResourceRoute[] {
  const { name, x, operations, tabs } = resource;
  // Tabs of the owners list them, and another resource's pages show them.
  if (x.ownerFilters) return [];
  const base = routeBase(resource, byName);
  const route = (path: string, view: string, right: string, variant?: string): ResourceRoute => ({
    path: `${base}${path}`,
    resource: name,
    view,
    right,
    ...compact({ variant }),
  });
  // If two resources have the same route, the one in the menu owns the common pages.
  const isGuest = x.sharesRouteWith !== undefined && x.menu === undefined;
  // A resource that can only be looked up has no pages.
  const isRead = Object.values(resource.access).some(({ read }) => read);
  if (resource.owner) {
    // Another form of the same settings is for the API only.
    if (resource.table.name !== name) return [];
    return [route("", "list", "read"), ...(operations.includes("update") ? [route("/edit", "edit", "update")] : [])];
  }
  const variants = Object.entries(x.variants ?? {});
  return [
    ...(operations.includes("list") && isRead && !isGuest ? [route("", "list", "read")] : []),
    ...(operations.includes("create")
      ? [
          // Variants with fewer fields exist next to the general form; all others replace it.
          ...(variants.every(([, { fields }]) => fields)
            ? [route(`/${x.createPath ?? "create"}`, "create", "create")]
            : []),
          ...variants.map(([variant, { path }]) => route(`/${path}`, "create", "create", variant)),
        ]
      : []),
    ...(operations.includes("read") && isRead && !isGuest
      ? [
          route("/:id/details", "details", "read"),
          ...(tabs.length > 0 ? [route("/:id/details/:tab", "details", "read")] : []),
          ...(tabs.some((tab) => tab.path.includes("/")) ? [route("/:id/details/:tab/:part", "details", "read")] : []),
        ]
      : []),
    ...(operations.includes("update") && !isGuest ? [route("/:id/edit", "edit", "update")] : []),
    ...(x.csv ? [{ path: uploadPath(x.csv.uploadPath, base), resource: name, view: "upload", right: "create" }] : []),
    ...(x.preferences ? [route("/:id/preferences", "preferences", "read")] : []),
    ...shortRoutes(resource, byName),
  ];
}

/**
 * Routes of a child without the id of its parent: its page, to which its own children link, and its form if a tab of
 * another resource lists such records, so that users choose the parent there.
 */
function shortRoutes(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): ResourceRoute[] {
  const { name, x, tabs, operations } = resource;
  if (!x.parent) return [];
  const base = shortBase(resource, byName);
  const allResources = [...byName.values()];
  const owns = allResources.some((other) => other.x.parent?.resource === name);
  const isListedElsewhere = allResources.some(
    (other) =>
      other.name !== x.parent?.resource &&
      other.tabs.some(({ target }) => target?.kind === "list" && target.resource === name),
  );
  const details = owns ? [`${base}/:id/details`, ...(tabs.length > 0 ? [`${base}/:id/details/:tab`] : [])] : [];
  return [
    ...(isListedElsewhere && operations.includes("create")
      ? [{ path: `${base}/create`, resource: name, view: "create", right: "create" }]
      : []),
    ...details.map((path) => ({ path, resource: name, view: "details", right: "read" })),
  ];
}

function routeBase({ x, owner }: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): string {
  if (owner) return `${owner.route}/:parentId/details/${owner.path}`;
  const parent = x.parent && byName.get(x.parent.resource);
  return parent ? `${shortBase(parent, byName)}/:parentId/details/${x.parent?.path}` : x.route;
}

/** Route of a child without the id of its parent: `/header/rules` for the rules of a set. */
function shortBase({ x }: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): string {
  const parent = x.parent && byName.get(x.parent.resource);
  return parent ? `${shortBase(parent, byName)}/${x.parent?.path}` : x.route;
}

/** Below the list, or the path of the legacy panel; its parameter is the id of the parent. */
function uploadPath(path: string | undefined, base: string): string {
  return path?.replace(/\{\w+\}/, ":parentId") ?? `${base}/upload`;
}
