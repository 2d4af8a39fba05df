import { memoize } from "../src/core/values/memoize.ts";
import type { Model } from "./model.ts";
import { type ResourceRoute, resourceRoutes } from "./resourceRoutes.ts";
import type { PageKeyword } from "./schemaTypes.ts";

/** A breadcrumb of a page, starting with the topmost page. */
export type Breadcrumb =
  | { readonly path: string; readonly resource: string; readonly isRecord?: true }
  | { readonly path: string; readonly page: string };

/** A page without a schema, with its route. */
export interface PlacedPage extends Omit<PageKeyword, "path" | "parent" | "childRight"> {
  readonly path: string;
  readonly right: string;
  readonly breadcrumbs: readonly Breadcrumb[];
  /** Matches all paths below that have no page of their own. */
  readonly isCatchAll?: true;
}

/** `/customer/:id` for `/customer/{id}`. */
export function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `:${toCamelCase(name)}`);
}

/**
 * The pages of `schemas/pages.json` whose route no schema provides. Paths below a page that a schema replaces remain.
 */
export function placedPages({ resources, pages: { data } }: Pick<Model, "resources" | "pages">): PlacedPage[] {
  const routes = resourceRoutes(resources);
  return data.pages.flatMap((page): PlacedPage[] => {
    const { path: written, parent: _, childRight, ...keywords } = page;
    const path = toRouterPath(written);
    const breadcrumbs = breadcrumbsOf(page, data.pages, routes);
    const placed = { ...keywords, path, right: page.guard?.right ?? "read", breadcrumbs };
    const { menu: __, ...unlisted } = placed;
    const route = routes.find((candidate) => candidate.path === path);
    const above = [...breadcrumbs, route ? toBreadcrumb(route) : { path, page: page.name }];
    return [
      ...(route ? [] : [placed]),
      ...(childRight
        ? [{ ...unlisted, path: `${path}/*`, right: childRight, breadcrumbs: above, isCatchAll: true as const }]
        : []),
    ];
  });
}

/** The pages above another one: of its parent if given, otherwise of its path. */
export function breadcrumbsOf(
  { path, parent }: Pick<PageKeyword, "path" | "parent">,
  pages: readonly PageKeyword[],
  routes: readonly ResourceRoute[],
): Breadcrumb[] {
  const above = parent === undefined ? findAbove(path, pages, routes) : toRouterPath(parent);
  if (above === undefined) return [];
  const route = routes.find((candidate) => candidate.path === above);
  if (route) return [...breadcrumbsOfRoute(route, routes), toBreadcrumb(route)];
  const page = pages.find((candidate) => toRouterPath(candidate.path) === above);
  return page ? [...breadcrumbsOf(page, pages, routes), { path: above, page: page.name }] : [];
}

function findAbove(path: string, pages: readonly PageKeyword[], routes: readonly ResourceRoute[]): string | undefined {
  const paths = new Set([...pages.map((page) => toRouterPath(page.path)), ...routes.map((route) => route.path)]);
  return ancestors(toRouterPath(path)).find((candidate) => paths.has(candidate));
}

/** The generated pages above a generated one: its list, its record, and those of its parents. */
export function breadcrumbsOfRoute(
  { path }: Pick<ResourceRoute, "path">,
  routes: readonly ResourceRoute[],
): Breadcrumb[] {
  const above = ancestors(path).flatMap((candidate) => [pathShape(candidate), pathShape(`${candidate}/details`)]);
  return pagesAbove(routes)
    .filter(({ route, shape }) => above.includes(shape) && route.path !== path)
    .map(({ route }) => route)
    .sort((a, b) => a.path.length - b.path.length)
    .map(toBreadcrumb);
}

/** Routes that can be above others, with their shapes. */
const pagesAbove = memoize((routes: readonly ResourceRoute[]) =>
  routes
    .filter(({ view }) => view === "list" || view === "details")
    .map((route) => ({ route, shape: pathShape(route.path) })),
);

function toBreadcrumb({ path, resource, view }: ResourceRoute): Breadcrumb {
  return { path, resource, ...(view === "details" ? { isRecord: true as const } : {}) };
}

/** A path without the names of its parameters. */
export function pathShape(path: string): string {
  return path.replaceAll(/[:{]\w+\}?/g, ":");
}

/** `/a/b/c` -> `/a/b`, `/a`. */
function ancestors(path: string): string[] {
  const parts = path.split("/").slice(1);
  return parts.slice(1).map((_, cut) => `/${parts.slice(0, parts.length - 1 - cut).join("/")}`);
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
