import { useGetOne, useTranslate } from "react-admin";
import { generatePath, Navigate, type RouteObject, useLocation, useParams, useRoutes } from "react-router";
import type { PageDescriptor } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { type NativePageName, nativePages } from "../../generated/nativePages.gen.ts";
import { routes } from "../../generated/routes.gen.ts";
import { nativePageComponents } from "../features/nativePages.ts";
import { isTab, pathTo, type View } from "../navigation/paths.ts";
import { recordPath } from "../navigation/recordPath.ts";
import { lazyComponent } from "../providers/lazyComponent.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import { BackButton, LicencePage, MessagePage, NotFoundPage } from "../ui/MessagePage.tsx";
import { findRefusedQuestion, toRefusedState } from "../views/explain/accessQuestion.ts";
import { ExplanationText } from "../views/explain/Explanation.tsx";
import { ResourcePage } from "./ResourcePage.tsx";

const LegacyPages = lazyComponent(() => import("../views/legacyPages/LegacyPages.tsx"), "LegacyPages", ["pages"]);

/** Every route of the panel. Generated screens come from the schema's routes, the rest is listed here. */
export function PageRoutes() {
  const { pathname } = useLocation();
  const name = firstSegment(pathname);
  const pageRoutes = pages.get(name) ?? otherPages;
  return useRoutes(summaries[name] ? [...pageRoutes, ...libraryRoutes] : pageRoutes);
}

/** The first path segment: the router ranks only the routes that share it, not all two hundred. */
const firstSegment = (path: string) => (path.split("/", 2)[1] ?? "").toLowerCase();

/** Tabs and child lists are parts of the details page, not pages. */
const generated = routes.filter(
  ({ path, view, resource }) => !isTab(path) && !(view === "list" && summaries[resource]?.parent),
);

/** Optional segment for subtabs. */
function partPattern(path: string): string {
  return routes.some((route) => route.path === `${path}/:tab/:part`) ? "/:part?" : "";
}

/** `/customer/12` is the record's default page: its details if it has any. */
const recordRoots = [...new Set(generated.flatMap(({ path }) => path.match(/^.*\/:id(?=\/[a-z]+$)/) ?? []))].map(
  (path) => {
    const ofRecord = generated.filter((page) => page.path.startsWith(`${path}/`));
    const target = ofRecord.find(({ view }) => view === "details") ?? ofRecord[0];
    return [path, target?.path ?? path] as const;
  },
);

/** `/contact/create/noreseller` has a legacy sibling, `/contact/12/edit/noreseller`. */
const guestEdits = Object.values(summaries).flatMap(({ name, route, createPath, sharesRouteWith }) => {
  const suffix = createPath.split("/")[1];
  return sharesRouteWith && suffix ? [[`${route}/:id/edit/${suffix}`, name] as const] : [];
});

const otherPages: RouteObject[] = [{ path: "*", element: <LegacyPages /> }];

const pages = groupPages([
  { path: "/", element: <Navigate to="/dashboard" replace /> },
  { path: "/login/*", element: <Navigate to="/dashboard" replace /> },
  ...nativePages.map((page) => ({ path: page.path, element: <NativePageRoute key={page.path} page={page} /> })),
  { path: "/error403", element: <ForbiddenPage /> },
  { path: "/access-denied", element: <Navigate to="/error403" replace /> },
  { path: "/error404", element: <NotFoundPage /> },
  ...generated.map((route) => ({
    path: route.view === "details" ? `${route.path}/:tab?${partPattern(route.path)}` : route.path,
    element: <ResourcePage route={route} />,
  })),
  ...recordRoots.map(([path, target]) => ({ path, element: <RedirectTo target={target} /> })),
  ...guestEdits.map(([path, resource]) => ({ path, element: <RedirectToEdit resource={resource} /> })),
]);

/** The pages by URL prefix. */
function groupPages(all: readonly (RouteObject & { readonly path: string })[]): Map<string, RouteObject[]> {
  const groups = new Map<string, RouteObject[]>();
  for (const page of all) {
    const name = firstSegment(page.path);
    groups.set(name, [...(groups.get(name) ?? otherPages), page]);
  }
  return groups;
}

/** A word in place of the id names another page: `/reseller/css`. */
function RedirectTo({ target }: { target: string }) {
  const params = useParams();
  const { search } = useLocation();
  return /^[a-z_-]+$/.test(params.id ?? "") ? (
    <LegacyPages />
  ) : (
    <Navigate to={generatePath(target, params) + search} replace />
  );
}

function RedirectToEdit({ resource }: { resource: string }) {
  return <Navigate to={pathTo(resource, "edit", { id: useParams().id }) ?? "/error404"} replace />;
}

const NativeBreadcrumbs = lazyComponent(() => import("../views/legacyPages/pageCrumbs.tsx"), "NativeBreadcrumbs");

/** A page with a component of its own: common access checks and breadcrumbs, then the component. */
function NativePageRoute({ page }: { page: PageDescriptor & { readonly name: NativePageName } }) {
  const access = useAccess();
  const { guard, right } = page;
  const needs = page.needs ?? ("resource" in guard ? summaryOf(guard.resource).needs : undefined);
  const lack = access.findLack({ needs });
  const isAllowed = "page" in guard ? access.canOpen(guard.page, right) : access.can(summaryOf(guard.resource), right);
  if ((lack && lack !== "licence") || !isAllowed) {
    return <Navigate to="/error403" replace state={toRefusedState({ ...guard, right })} />;
  }
  if (lack) return <LicencePage licence={needs?.licence ?? ""} />;
  const Page = nativePageComponents[page.name];
  return (
    <>
      {page.breadcrumbs.length > 0 && <NativeBreadcrumbs page={page} />}
      <Page />
    </>
  );
}

/** The error page for a forbidden page, with the reason if known. */
function ForbiddenPage() {
  const translate = useTranslate();
  const question = findRefusedQuestion(useLocation().state);
  return (
    <MessagePage
      mark="403"
      title={translate("app.page.forbidden")}
      text={translate("app.page.forbiddenText")}
      details={
        question && (
          <section aria-label={translate("app.explain.why")} className="below-16">
            <ExplanationText question={question} />
          </section>
        )
      }
    >
      <BackButton />
    </MessagePage>
  );
}

/**
 * react-admin's own URLs, `/customers/5/show`: its components link to these, and there is no setting for the panel's.
 * For the names of resources only.
 */
const libraryRoutes: RouteObject[] = [
  { path: "/:resource", element: <ToPage view="list" /> },
  { path: "/:resource/create", element: <ToPage view="create" /> },
  { path: "/:resource/:id", element: <ToRecord view="edit" /> },
  { path: "/:resource/:id/show", element: <ToRecord view="details" /> },
];

function ToPage({ view }: { view: View }) {
  const { resource = "" } = useParams();
  // Lists and forms of child records are part of their parent's page.
  return <To path={summaryOf(resource).parent ? null : pathTo(resource, view)} />;
}

function ToRecord({ view }: { view: View }) {
  const { resource = "", id = "" } = useParams();
  return summaryOf(resource).parent ? (
    <ToChild {...{ resource, id, view }} />
  ) : (
    <To path={pathTo(resource, view, { id })} />
  );
}

interface ToChildProps {
  readonly resource: string;
  readonly id: string;
  readonly view: View;
}

/** Loads the record, which alone names its parent. */
function ToChild({ resource, id, view }: ToChildProps) {
  const { data, error } = useGetOne<PanelRecord>(resource, { id });
  if (!data && !error) return null;
  return <To path={data ? recordPath(resource, view, data) : null} />;
}

/** Keeps the query: `/customers?filter=…` is a list with filters in the panel's URLs as well. */
function To({ path }: { path: string | null }) {
  const { search } = useLocation();
  if (path === null) return <NotFoundPage />;
  return <Navigate to={path.includes("?") ? `${path}${search.replace("?", "&")}` : path + search} replace />;
}
