import { lazy } from "react";
import { generatePath, Navigate, type RouteObject, useLocation, useParams, useRoutes } from "react-router";
import { summaries } from "../../generated/index.gen.ts";
import { nativePages } from "../../generated/nativePages.gen.ts";
import { routes } from "../../generated/routes.gen.ts";
import { ForbiddenPage } from "../pages/ForbiddenPage.tsx";
import { NotFoundPage } from "../pages/NotFoundPage.tsx";
import { isTab, pathTo } from "../paths.ts";
import { NativePageRoute } from "./NativePageRoute.tsx";
import { loadOtherPages } from "./otherPages.ts";
import { ResourcePage } from "./ResourcePage.tsx";

const OtherPages = lazy(async () => ({ default: (await loadOtherPages()).OtherPages }));

/** Every address of the panel. Generated screens come from the schema's routes, the rest is written out. */
export function PageRoutes() {
  const { pathname } = useLocation();
  return useRoutes(pages.get(beginning(pathname)) ?? otherPages);
}

/** What all addresses below one have in common: the router weighs these against each other, and not two hundred. */
const beginning = (path: string) => (path.split("/", 2)[1] ?? "").toLowerCase();

/** A tab of the details is no page of its own, and neither is the list of what a record owns: it is such a tab. */
const generated = routes.filter(
  ({ path, view, resource }) => !isTab(path) && !(view === "list" && summaries[resource]?.parent),
);

/** Where tabs have parts of their own, these have addresses as well. */
function hasParts(path: string): string {
  return routes.some((route) => route.path === `${path}/:tab/:part`) ? "/:part?" : "";
}

/** `/customer/12` means the record's first page: its details where it has any. */
const recordRoots = [...new Set(generated.flatMap(({ path }) => path.match(/^.*\/:id(?=\/[a-z]+$)/) ?? []))].map(
  (path) => {
    const ofRecord = generated.filter((page) => page.path.startsWith(`${path}/`));
    const target = ofRecord.find(({ view }) => view === "details") ?? ofRecord[0];
    return [path, target?.path ?? path] as const;
  },
);

/** `/contact/create/noreseller` has an older sibling, `/contact/12/edit/noreseller`. */
const guestEdits = Object.values(summaries).flatMap(({ name, route, createPath, sharesRouteWith }) => {
  const suffix = createPath.split("/")[1];
  return sharesRouteWith && suffix ? [[`${route}/:id/edit/${suffix}`, name] as const] : [];
});

const otherPages: RouteObject[] = [{ path: "*", element: <OtherPages /> }];

const pages = groupPages([
  { path: "/", element: <Navigate to="/dashboard" replace /> },
  { path: "/login/*", element: <Navigate to="/dashboard" replace /> },
  ...nativePages.map((page) => ({ path: page.path, element: <NativePageRoute key={page.path} page={page} /> })),
  { path: "/error403", element: <ForbiddenPage /> },
  { path: "/access-denied", element: <Navigate to="/error403" replace /> },
  { path: "/error404", element: <NotFoundPage /> },
  ...generated.map((route) => ({
    path: route.view === "details" ? `${route.path}/:tab?${hasParts(route.path)}` : route.path,
    element: <ResourcePage route={route} />,
  })),
  ...recordRoots.map(([path, target]) => ({ path, element: <RedirectTo target={target} /> })),
  ...guestEdits.map(([path, resource]) => ({ path, element: <RedirectToEdit resource={resource} /> })),
]);

/** The pages by how their addresses begin. */
function groupPages(all: readonly (RouteObject & { readonly path: string })[]): Map<string, RouteObject[]> {
  const groups = new Map<string, RouteObject[]>();
  for (const page of all) {
    const name = beginning(page.path);
    groups.set(name, [...(groups.get(name) ?? otherPages), page]);
  }
  return groups;
}

/** A word where an id should be is some other page below a list: `/reseller/css`. */
function RedirectTo({ target }: { target: string }) {
  const params = useParams();
  const { search } = useLocation();
  return /^[a-z_-]+$/.test(params.id ?? "") ? (
    <OtherPages />
  ) : (
    <Navigate to={generatePath(target, params) + search} replace />
  );
}

function RedirectToEdit({ resource }: { resource: string }) {
  return <Navigate to={pathTo(resource, "edit", { id: useParams().id }) ?? "/error404"} replace />;
}
