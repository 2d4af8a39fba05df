import { type Query, QueryClient, useIsFetching } from "@tanstack/react-query";
import { StrictMode, Suspense, useEffect, useSyncExternalStore } from "react";
import { CoreAdminContext, type ResourceDefinition, ResourceDefinitionContextProvider } from "react-admin";
import type { Root } from "react-dom/client";
import { createHashRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { summaries } from "../../generated/index.gen.ts";
import { ErrorBoundary } from "../features/ErrorBoundary.tsx";
import { nameKey } from "../navigation/labels.ts";
import { hasPage } from "../navigation/paths.ts";
import { PageProgress, trackPendingLocation } from "../navigation/pendingLocation.tsx";
import { numberEntries, trackVisits } from "../navigation/visitHistory.ts";
import { buildAuthProvider } from "../providers/authProvider.ts";
import { buildDataProvider } from "../providers/dataProvider.ts";
import { hasExtension } from "../providers/extensions.ts";
import { reportFirstPage } from "../providers/firstPage.ts";
import { retry, send } from "../providers/http.ts";
import { currentTexts, onTextsChange, prepareTexts } from "../providers/i18nProvider.ts";
import { describeResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { checkedView } from "../providers/roles.ts";
import { buildAccess, StartupDataProvider } from "../providers/StartupDataContext.tsx";
import type { StartupData } from "../providers/startupData.ts";
import { buildStore } from "../providers/store.ts";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import { PanelTheme } from "../ui/theme/PanelTheme.tsx";
import { iconOf } from "./icons.tsx";
import { Layout } from "./Layout.tsx";
import { preloadNext, preloadPage } from "./loadPage.ts";
import { PageRoutes } from "./PageRoutes.tsx";
import { routePlainLinks } from "./plainLinks.ts";

export { preloadPage, prepareTexts };

/** Renders the panel for the user in the facts. Returns the cleanup function for the end of the session. */
export function mountApp(root: Root, facts: StartupData): () => void {
  const store = buildStore();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry,
        // Paused until the browser believes it is online, a page would wait forever without a message.
        networkMode: "always",
      },
      // A paused mutation, sent when nobody expects it any more, is worse than a failed one.
      mutations: { networkMode: "always" },
    },
  });
  const viewedRole = checkedView(facts.admin);
  const access = buildAccess(facts, viewedRole);
  const providers = {
    store,
    queryClient,
    dataProvider: buildDataProvider({ send, describe: describeResource, isOffered: hasExtension }),
    authProvider: buildAuthProvider({ ...access, login: facts.admin.login }),
  };
  const stopNumbering = numberEntries();
  // Created once, outside React: react-admin would recreate its router, and lose the location, on each render.
  const router = createHashRouter([{ path: "*", element: <Panel {...{ providers, facts, viewedRole }} /> }]);
  const stopRoutingLinks = routePlainLinks(router);
  const stopRemembering = trackVisits(router);
  const stopWatching = trackPendingLocation(router);
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return () => {
    stopNumbering();
    stopRoutingLinks();
    stopRemembering();
    stopWatching();
    router.dispose();
    queryClient.clear();
    store.reset();
  };
}

type Providers = Pick<
  Parameters<typeof CoreAdminContext>[0],
  "store" | "queryClient" | "dataProvider" | "authProvider"
>;

interface PanelProps {
  readonly providers: Providers;
  readonly facts: StartupData;
  readonly viewedRole: string | null;
}

function Panel({ providers, facts, viewedRole }: PanelProps) {
  const i18nProvider = useSyncExternalStore(onTextsChange, currentTexts);
  return (
    <CoreAdminContext {...providers} i18nProvider={i18nProvider}>
      <ResourceDefinitionContextProvider definitions={resourceDefinitions}>
        <StartupDataProvider initial={facts} viewedRole={viewedRole}>
          <PanelTheme>
            <Layout>
              <Page />
            </Layout>
          </PanelTheme>
        </StartupDataProvider>
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  );
}

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <PageProgress />
      <ErrorBoundary address={pathname}>
        {/* The only Suspense boundary around pages: on navigation the old page stays until the new one is ready. */}
        <Suspense fallback={<PageSkeleton />}>
          <PageRoutes />
          <PreloadViews />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/**
 * Every resource as react-admin knows them, so that its components and those of its community find names, titles and
 * screens. Made of the summaries: no screen is loaded for it.
 */
const resourceDefinitions: Record<string, ResourceDefinition> = Object.fromEntries(
  Object.values(summaries).map(({ name, recordRepresentation, icon }) => [
    name,
    {
      name,
      hasList: hasPage(name, "list"),
      hasCreate: hasPage(name, "create"),
      hasEdit: hasPage(name, "edit"),
      hasShow: hasPage(name, "details"),
      icon: iconOf(icon),
      options: { label: nameKey(name) },
      recordRepresentation: (record: PanelRecord) => recordTitle(recordRepresentation, record),
    },
  ]),
);

/** Milliseconds for freshly fetched data to render. */
const RENDER_PAUSE_MS = 100;

/** Queries that wait for the first page are no part of it. */
const isOfPage = ({ meta }: Pick<Query, "meta">) => !meta?.isLater;

/** Preloads the likely next screens once the page has rendered with its data. */
function PreloadViews(): null {
  const { pathname, search } = useLocation();
  const isQuiet = useIsFetching({ predicate: isOfPage }) === 0;
  useEffect(() => {
    if (!isQuiet) return;
    const timer = setTimeout(() => {
      reportFirstPage();
      preloadNext(pathname, search);
    }, RENDER_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, pathname, search]);
  return null;
}
