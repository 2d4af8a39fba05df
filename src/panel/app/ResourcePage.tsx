import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { ResourceContextProvider, useTranslate } from "react-admin";
import { Link, Navigate, Route, Routes, useLocation, useParams, useSearchParams } from "react-router";
import type { RouteDescriptor } from "../../core/schema/descriptor.ts";
import { isRecordId } from "../../core/schema/ids.ts";
import { routes } from "../../generated/routes.gen.ts";
import { CustomCellsContext } from "../kinds/customCells.ts";
import { Breadcrumbs, type Crumb } from "../navigation/Breadcrumbs.tsx";
import { nameKey } from "../navigation/labels.ts";
import { pathTo, resourceOf, sharersOf, type View, withResourceParameter } from "../navigation/paths.ts";
import {
  LibraryTitle,
  RecordTitleProvider,
  useCurrentRecordTitle,
  useNamedRecord,
} from "../navigation/RecordTitle.tsx";
import { lazyComponent } from "../providers/lazyComponent.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import { customScreens, loadCells, loadOverride, loadTabs } from "../resources/customParts.ts";
import { LicencePage } from "../ui/MessagePage.tsx";
import { useDocumentTitle } from "../ui/useDocumentTitle.ts";
import { CustomPartsContext } from "../views/customParts.ts";
import { toRefusedState } from "../views/explain/accessQuestion.ts";
import { useView } from "./loadPage.ts";
import styles from "./shell.module.css";

const customParts = { loadOverride, loadTabs };

export const LegacyPages = lazyComponent(() => import("../views/legacyPages/LegacyPages.tsx"), "LegacyPages", [
  "pages",
]);

/** Whether a page has tabs below its path: those of a record, or of a form or page made of react-admin's layouts. */
export const hasTabs = ({ view }: RouteDescriptor) => view === "details" || view === "edit" || view === "create";

const isCustom = (resource: string, view: View) => customScreens.has(`${resource} ${view}`);

/** Whether nothing of the page is below its path: parts of tabs are routes of their own. */
function isBeyond(route: RouteDescriptor, below: string): boolean {
  if (below === "" || !hasTabs(route)) return false;
  const tabs = `${route.path}/:tab`;
  const depth = below.split("/").length;
  return route.view !== "details" || depth > (routes.some(({ path }) => path === `${tabs}/:part`) ? 2 : 1);
}

/** A generated screen: checks platform and rights, then shows the generic view for the route's resource. */
export function ResourcePage({ route }: { route: RouteDescriptor }) {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const { id, "*": below = "" } = useParams();
  const access = useAccess();
  const resource = resourceOf(route, search);
  const summary = summaryOf(resource);
  const lack = access.findLack(summary);
  const record = id === undefined ? undefined : { id };
  if (!isCustom(resource, route.view) && isBeyond(route, below)) return <LegacyPages />;
  const fullPath = withResourceParameter(route, pathname, search);
  if (fullPath !== null) return <Navigate to={fullPath} replace state={state} />;
  if ((lack && lack !== "licence") || !access.can(summary, route.right, { record })) {
    return <Navigate to="/error403" replace state={toRefusedState({ resource, right: route.right, record })} />;
  }
  if (lack) return <LicencePage licence={summary.needs?.licence ?? ""} />;
  return (
    <ResourceContextProvider value={resource}>
      <RecordTitleProvider key={`${route.path} ${resource} ${id}`}>
        <ResourceBreadcrumbs resource={resource} view={route.view} />
        {route.view === "list" && <SharedRouteLinks resources={sharersOf(resource)} current={resource} />}
        <CustomPartsContext value={customParts}>
          <CustomCellsContext value={loadCells}>
            <ViewOf view={route.view} resource={resource} />
          </CustomCellsContext>
        </CustomPartsContext>
      </RecordTitleProvider>
    </ResourceContextProvider>
  );
}

function ViewOf({ view, resource }: { view: View; resource: string }) {
  const View = useView(view, resource);
  const screen = <View resource={resource} />;
  if (isCustom(resource, view)) {
    return (
      <>
        <LibraryTitle />
        {screen}
      </>
    );
  }
  if (view !== "details") return screen;
  return (
    <Routes>
      <Route path="/:tab?/:part?" element={screen} />
    </Routes>
  );
}

interface ResourceBreadcrumbsProps {
  resource: string;
  view: View;
}

/** The path to the page: parent list, parent record, list, record, action. Also sets the document title. */
function ResourceBreadcrumbs({ resource, view }: ResourceBreadcrumbsProps) {
  const crumbs = useCrumbs(resource, view);
  useDocumentTitle(crumbs.map(({ label }) => label).reverse());
  return <Breadcrumbs crumbs={crumbs} />;
}

function useCrumbs(resource: string, view: View): Crumb[] {
  const translate = useTranslate();
  const { id, parentId } = useParams();
  const title = useCurrentRecordTitle();
  const parentCrumbs = useParentCrumbs(resource, parentId);
  const plural = translate(nameKey(resource), { smart_count: 2 });
  // A child list exists only once its parent is chosen.
  const isPlaced = parentId !== undefined || !summaryOf(resource).parent;
  const list: Crumb = {
    label: plural,
    to: (isPlaced && pathTo(resource, "list", { parentId })) || undefined,
    isList: true,
  };
  const trail = [...parentCrumbs, list];
  // Settings are a tab of their record, without records of their own.
  if (summaryOf(resource).settingsOf) return [...trail, { label: translate(`app.view.${view}`) }];
  if (view === "list") return trail;
  if (view === "create" || view === "upload") return [...trail, { label: translate(`app.view.${view}`) }];
  const record: Crumb = {
    label: title,
    to: pathTo(resource, "details", { id, parentId }) ?? undefined,
  };
  return view === "details" ? [...trail, record] : [...trail, record, { label: translate(`app.view.${view}`) }];
}

/** The page's parent record, and that record's parent. */
function useParentCrumbs(resource: string, parentId: string | undefined): Crumb[] {
  const parent = useParent(resource, parentId);
  const grandparent = useParent(parent?.resource, parent?.parentId);
  return [grandparent, parent].flatMap((ancestor) => ancestor?.crumbs ?? []);
}

interface Parent {
  readonly resource: string;
  /** Id of its own parent, once loaded. */
  readonly parentId: string | undefined;
  readonly crumbs: readonly Crumb[];
}

function useParent(resource: string | undefined, id: string | undefined): Parent | undefined {
  const translate = useTranslate();
  const parent = resource === undefined ? undefined : summaryOf(resource).parent?.resource;
  const { name, record } = useNamedRecord(parent, id);
  if (!parent || id === undefined) return undefined;
  const above = summaryOf(parent).parent;
  const owner = above && record?.[above.reference];
  const parentId = isRecordId(owner) ? owner.toString() : undefined;
  const list = above && parentId === undefined ? null : pathTo(parent, "list", { parentId });
  return {
    resource: parent,
    parentId,
    crumbs: [
      { label: translate(nameKey(parent), { smart_count: 2 }), to: list ?? undefined, isList: true },
      { label: name, to: pathTo(parent, "details", { id, parentId }) ?? undefined },
    ],
  };
}

/** Links between resources whose lists share a URL: system and customer contacts. */
function SharedRouteLinks({ resources, current }: { resources: readonly string[]; current: string }) {
  const translate = useTranslate();
  const access = useAccess();
  const open = resources.filter((resource) => access.can(summaryOf(resource), "read"));
  if (open.length < 2) return null;
  return (
    <Stack component="nav" direction="row" spacing={0.5} aria-label={translate("app.sharedLists")} className="below-12">
      {open.map((resource) => {
        const path = pathTo(resource, "list") ?? "/";
        const isHere = resource === current;
        return (
          <Button
            key={resource}
            component={Link}
            to={path}
            size="small"
            color={isHere ? "primary" : "inherit"}
            aria-current={isHere ? "page" : undefined}
            className={isHere ? styles.here : undefined}
          >
            {translate(nameKey(resource), { smart_count: 2 })}
          </Button>
        );
      })}
    </Stack>
  );
}
