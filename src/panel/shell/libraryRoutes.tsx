import { useGetOne } from "react-admin";
import { Navigate, type RouteObject, useLocation, useParams } from "react-router";
import { NotFoundPage } from "../page/MessagePage.tsx";
import { pathTo, type View } from "../paths.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { summaryOf } from "../providers/summaries.ts";
import { addressOf } from "../resource/addressOf.ts";

/**
 * react-admin's own URLs, `/customers/5/show`: its components link to these, and there is no setting for the panel's.
 * For the names of resources only.
 */
export const libraryRoutes: RouteObject[] = [
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

/** Only the record itself tells its parent. */
function ToChild({ resource, id, view }: ToChildProps) {
  const { data, error } = useGetOne<PanelRecord>(resource, { id });
  if (!data && !error) return null;
  return <To path={data ? addressOf(resource, view, data) : null} />;
}

/** Keeps the query: `/customers?filter=…` is a list with filters in the panel's URLs as well. */
function To({ path }: { path: string | null }) {
  const { search } = useLocation();
  if (path === null) return <NotFoundPage />;
  return <Navigate to={path.includes("?") ? `${path}${search.replace("?", "&")}` : path + search} replace />;
}
