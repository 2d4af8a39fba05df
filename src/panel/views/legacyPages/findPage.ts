import { generatePath, matchRoutes, type Params } from "react-router";
import type { PageDescriptor } from "../../../core/schema/descriptor.ts";
import { nativePages } from "../../../generated/nativePages.gen.ts";
import { pages, redirects } from "../../../generated/pages.gen.ts";
import { routes } from "../../../generated/routes.gen.ts";

/** A page without a schema. */
export type PageMatch =
  | { readonly page: PageDescriptor; readonly params: Params }
  | { readonly redirect: string; readonly params: Params };

const legacyRoutes = [
  ...pages.map((page) => ({ path: page.path, page, to: undefined })),
  ...redirects.map(({ from, to }) => ({ path: from, page: undefined, to })),
];
const panelRoutes = [...routes, ...nativePages].map(({ path }) => ({ path }));

/** The page or redirect at a URL; undefined: none. */
export function findPage(pathname: string): PageMatch | undefined {
  const match = matchRoutes(legacyRoutes, pathname)?.at(-1);
  if (!match) return undefined;
  const { route, params } = match;
  return route.page ? { page: route.page, params } : { redirect: fillPath(route.to ?? "/", params), params };
}

/** Whether a URL has a page of our own, or is a known legacy page. */
export function isKnownPath(pathname: string): boolean {
  const match = findPage(pathname);
  const isListed = match !== undefined && !("page" in match && match.page.kind === "passthrough");
  return isListed || matchRoutes(panelRoutes, pathname) !== null;
}

/** The path with the URL's ids filled in, also in a query: `/phonebook/create?reseller_id=:id`. */
export function fillPath(path: string, params: Params): string {
  const [pathname = "", query] = path.split("?");
  const filled = generatePath(pathname, params);
  if (query === undefined) return filled;
  return `${filled}?${query.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`;
}
