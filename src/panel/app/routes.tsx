import {
  type ResourceProps,
  type RouterProvider,
  type RouterRoutesProps,
  reactRouterProvider,
  useGetOne,
  useTranslate,
} from "react-admin";
import {
  createRoutesFromChildren,
  generatePath,
  Navigate,
  Route,
  type RouteObject,
  useLocation,
  useParams,
  useRoutes,
} from "react-router";
import type { PageDescriptor } from "../../core/schema/descriptor.ts";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { summaries } from "../../generated/index.gen.ts";
import { type NativePageName, nativePages } from "../../generated/nativePages.gen.ts";
import { routes } from "../../generated/routes.gen.ts";
import { nativePageComponents } from "../features/nativePages.ts";
import { nameKey } from "../navigation/labels.ts";
import { hasPage, isTab, pathTo, type View } from "../navigation/paths.ts";
import { recordPath } from "../navigation/recordPath.ts";
import { lazyComponent } from "../providers/lazyComponent.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import { BackButton, LicencePage, MessagePage, NotFoundPage } from "../ui/MessagePage.tsx";
import { findRefusedQuestion, toRefusedState } from "../views/explain/accessQuestion.ts";
import { ExplanationText } from "../views/explain/Explanation.tsx";
import { iconOf } from "./icons.tsx";
import { hasTabs, LegacyPages, ResourcePage } from "./ResourcePage.tsx";

/**
 * What react-admin knows of a resource, so that its components find names, titles and screens. Made of the summary: no
 * screen is loaded for it. At react-admin's own addresses (`/customers/5/show`) its screens lead to those of
 * `routes.gen.ts`.
 */
export function screensOf(name: string): Omit<ResourceProps, "name"> {
  const { recordRepresentation, icon, discriminator, canonicalResource, settingsOf } = summaryOf(name);
  // Records of another resource by a second name are shown on that one's pages.
  const isShownElsewhere = (discriminator ?? canonicalResource ?? settingsOf) !== undefined;
  const screen = (view: View, isElsewhere = false) =>
    hasPage(name, view) || isElsewhere ? <ToScreen resource={name} view={view} /> : undefined;
  return {
    list: screen("list"),
    create: screen("create"),
    edit: screen("edit"),
    show: screen("details", isShownElsewhere),
    recordRepresentation: (record: PanelRecord) => recordTitle(recordRepresentation, record),
    icon: iconOf(icon),
    options: { label: nameKey(name) },
    children: <Route path="*" element={<LegacyPages />} />,
  };
}

/**
 * react-router's `Routes`, which ranks only those that begin with the path's next segment: all five hundred would take
 * 15 ms of each click.
 */
function Routes({ children, location }: RouterRoutesProps) {
  const { "*": rest = "" } = useParams();
  const next = firstSegment(rest);
  const begins = ({ path = "" }: RouteObject) => {
    const segment = firstSegment(path);
    return segment === next || segment === "*" || segment.startsWith(":");
  };
  return useRoutes(createRoutesFromChildren(children).filter(begins), location);
}

export const routerProvider: RouterProvider = { ...reactRouterProvider, Routes };

const firstSegment = (path: string) => path.replace(/^\//, "").split("/", 1).join().toLowerCase();

/** Tabs and child lists are parts of the details page, not pages. */
const generated = routes.filter(
  ({ path, view, resource }) => !isTab(path) && !(view === "list" && summaries[resource]?.parent),
);

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

/** The generated screens at the specification's addresses. */
export const screenRoutes = [
  ...generated.map((route) => (
    <Route
      key={route.path}
      path={`${route.path}${hasTabs(route) ? "/*" : ""}`}
      element={<ResourcePage route={route} />}
    />
  )),
  ...recordRoots.map(([path, target]) => <Route key={path} path={path} element={<RedirectTo target={target} />} />),
  ...guestEdits.map(([path, resource]) => (
    <Route key={path} path={path} element={<RedirectToEdit resource={resource} />} />
  )),
];

/** The pages of features, and those of the panel itself. */
export const featureRoutes = [
  ...nativePages.map((page) => <Route key={page.path} path={page.path} element={<NativePageRoute page={page} />} />),
  <Route key="/" path="/" element={<Navigate to="/dashboard" replace />} />,
  <Route key="/login" path="/login/*" element={<Navigate to="/dashboard" replace />} />,
  <Route key="/error403" path="/error403" element={<ForbiddenPage />} />,
  <Route key="/access-denied" path="/access-denied" element={<Navigate to="/error403" replace />} />,
  <Route key="/error404" path="/error404" element={<NotFoundPage />} />,
];

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

interface ToScreenProps {
  readonly resource: string;
  readonly view: View;
}

function ToScreen({ resource, view }: ToScreenProps) {
  const { id, "*": rest } = useParams();
  const { parent } = summaryOf(resource);
  if (rest) return <LegacyPages />;
  if (!parent) return <To path={pathTo(resource, view, { id })} />;
  // Lists and forms of child records are part of their parent's page.
  return id === undefined ? <NotFoundPage /> : <ToChild {...{ resource, view, id }} />;
}

/** Loads the record, which alone names its parent. */
function ToChild({ resource, view, id }: ToScreenProps & { readonly id: string }) {
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
