import { QueryClient } from "@tanstack/react-query";
import { StrictMode, useSyncExternalStore } from "react";
import { CoreAdminContext, type CoreAdminContextProps, CoreAdminUI, CustomRoutes, Resource } from "react-admin";
import type { Root } from "react-dom/client";
import { createHashRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { summaries } from "../../generated/index.gen.ts";
import { trackPendingLocation } from "../navigation/pendingLocation.tsx";
import { numberEntries, trackVisits } from "../navigation/visitHistory.ts";
import { buildAuthProvider } from "../providers/authProvider.ts";
import { buildDataProvider } from "../providers/dataProvider.ts";
import { hasExtension } from "../providers/extensions.ts";
import { retry, send } from "../providers/http.ts";
import { currentTexts, onTextsChange, prepareTexts } from "../providers/i18nProvider.ts";
import { describeResource } from "../providers/resources.ts";
import { checkedView } from "../providers/roles.ts";
import { buildAccess, StartupDataProvider } from "../providers/StartupDataContext.tsx";
import type { StartupData } from "../providers/startupData.ts";
import { buildStore } from "../providers/store.ts";
import { NotFoundPage } from "../ui/MessagePage.tsx";
import { PanelTheme } from "../ui/theme/PanelTheme.tsx";
import { Layout } from "./Layout.tsx";
import { preloadPage } from "./loadPage.ts";
import { routePlainLinks } from "./plainLinks.ts";
import { LegacyPages } from "./ResourcePage.tsx";
import { featureRoutes, routerProvider, screenRoutes, screensOf } from "./routes.tsx";

export { preloadPage, prepareTexts };

interface AppProps {
  readonly providers: CoreAdminContextProps;
  readonly facts: StartupData;
  readonly viewedRole: string | null;
}

function App({ providers, facts, viewedRole }: AppProps) {
  const i18nProvider = useSyncExternalStore(onTextsChange, currentTexts);
  return (
    <CoreAdminContext {...providers} i18nProvider={i18nProvider} routerProvider={routerProvider}>
      <StartupDataProvider initial={facts} viewedRole={viewedRole}>
        <PanelTheme>{adminUI}</PanelTheme>
      </StartupDataProvider>
    </CoreAdminContext>
  );
}

/** Created once: react-admin registers all resources again when their elements change. */
const adminUI = (
  <CoreAdminUI layout={Layout} catchAll={() => <LegacyPages />} authenticationError={NotFoundPage} disableTelemetry>
    {Object.keys(summaries).map((name) => (
      <Resource key={name} name={name} {...screensOf(name)} />
    ))}
    <CustomRoutes>
      {screenRoutes}
      {featureRoutes}
    </CustomRoutes>
  </CoreAdminUI>
);

/** Loads what explains errors with the first one. */
const explainFields = async (resource: string, error: unknown) =>
  (await import("../views/form/fieldErrors.ts")).withFieldErrors(resource, error);

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
    dataProvider: buildDataProvider({
      send,
      describe: describeResource,
      isOffered: hasExtension,
      explain: explainFields,
    }),
    authProvider: buildAuthProvider({ ...access, login: facts.admin.login }),
  };
  const stopNumbering = numberEntries();
  // Created once, outside React: react-admin would recreate its router, and lose the location, on each render.
  const router = createHashRouter([{ path: "*", element: <App {...{ providers, facts, viewedRole }} /> }]);
  const stopRoutingLinks = routePlainLinks(router, preloadPage);
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
