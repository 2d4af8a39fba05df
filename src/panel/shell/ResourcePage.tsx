import { ResourceContextProvider } from "ra-core";
import { use } from "react";
import { Navigate, useLocation, useParams, useSearchParams } from "react-router";
import type { RouteDescriptor } from "../../core/descriptor.ts";
import { toRefused } from "../explain/question.ts";
import { LicencePage } from "../pages/LicencePage.tsx";
import { completed, resourceOf, sharersOf, type View } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { loadPage } from "./loadPage.ts";
import { RecordTitleProvider } from "./RecordTitle.tsx";
import { SharedRouteLinks } from "./SharedRouteLinks.tsx";

/** A generated screen: checks platform and rights, then shows the generic view for the route's resource. */
export function ResourcePage({ route }: { route: RouteDescriptor }) {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const { id } = useParams();
  const access = useAccess();
  const resource = resourceOf(route, search);
  const summary = summaryOf(resource);
  const lack = access.findLack(summary);
  const record = id === undefined ? undefined : { id };
  const whole = completed(route, pathname, search);
  if (whole !== null) return <Navigate to={whole} replace state={state} />;
  if ((lack && lack !== "licence") || !access.can(summary, route.right, { record })) {
    return <Navigate to="/error403" replace state={toRefused({ resource, right: route.right, record })} />;
  }
  if (lack) return <LicencePage licence={summary.needs?.licence ?? ""} />;
  return (
    <ResourceContextProvider value={resource}>
      <RecordTitleProvider key={`${route.path} ${resource} ${id}`}>
        <Breadcrumbs resource={resource} view={route.view} />
        {route.view === "list" && <SharedRouteLinks resources={sharersOf(resource)} current={resource} />}
        <ViewOf view={route.view} resource={resource} />
      </RecordTitleProvider>
    </ResourceContextProvider>
  );
}

function ViewOf({ view, resource }: { view: View; resource: string }) {
  const View = use(loadPage(view, resource));
  return <View resource={resource} />;
}
