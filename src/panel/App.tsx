import { QueryClient } from "@tanstack/react-query";
import { CoreAdminContext, HttpError } from "ra-core";
import { StrictMode, Suspense, useSyncExternalStore } from "react";
import type { Root } from "react-dom/client";
import { createHashRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { ErrorBoundary } from "./pages/ErrorBoundary.tsx";
import { buildAuthProvider } from "./providers/authProvider.ts";
import { buildDataProvider } from "./providers/dataProvider.ts";
import { isOffered } from "./providers/extensions.ts";
import { buildAccess, FactsProvider } from "./providers/FactsContext.tsx";
import type { PlatformFacts } from "./providers/facts.ts";
import { failureKeys, send } from "./providers/http.ts";
import { currentTexts, onTextsChange, prepareTexts } from "./providers/i18nProvider.ts";
import { describeResource } from "./providers/resources.ts";
import { checkedView } from "./providers/rolesToView.ts";
import { buildStore } from "./providers/store.ts";
import { watchDestination } from "./shell/destination.ts";
import { Layout } from "./shell/Layout.tsx";
import { preloadAddress } from "./shell/loadPage.ts";
import { PageProgress } from "./shell/PageProgress.tsx";
import { PageRoutes } from "./shell/PageRoutes.tsx";
import { PageSkeleton } from "./shell/PageSkeleton.tsx";
import { PreloadViews } from "./shell/PreloadViews.tsx";
import { announceLinks, routePlainLinks } from "./shell/plainLinks.ts";
import { rememberVisits } from "./shell/visited.ts";
import { PanelTheme } from "./theme/PanelTheme.tsx";

export { preloadAddress, prepareTexts };

/** Shows the panel for the person the facts are about. Returns how to take it away when the session ends. */
export function mountApp(root: Root, facts: PlatformFacts): () => void {
  const store = buildStore();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays a refusal, and who has waited for long waits no longer: only a lost request is tried again.
        retry: (count, error) => count < 1 && error instanceof HttpError && error.message === failureKeys.network,
        // Held back until the browser thinks it is online, a page would wait for ever without a word.
        networkMode: "always",
      },
      // A change that nobody sees waiting, sent when nobody expects it any more, is worse than one that fails.
      mutations: { networkMode: "always" },
    },
  });
  const viewedRole = checkedView(facts.admin);
  const access = buildAccess(facts, viewedRole);
  const providers = {
    store,
    queryClient,
    dataProvider: buildDataProvider({ send, describe: describeResource, isOffered }),
    authProvider: buildAuthProvider({ ...access, login: String(facts.admin.login ?? "") }),
  };
  // Built once and outside React: react-admin's own router would be made anew, and forget its place, with each rendering.
  const router = createHashRouter([{ path: "*", element: <Panel {...{ providers, facts, viewedRole }} /> }]);
  const stopRoutingLinks = routePlainLinks(router, preloadAddress);
  const stopPreloading = announceLinks(preloadAddress);
  const stopRemembering = rememberVisits(router);
  const stopWatching = watchDestination(router);
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return () => {
    stopRoutingLinks();
    stopPreloading();
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
  readonly facts: PlatformFacts;
  readonly viewedRole: string | null;
}

function Panel({ providers, facts, viewedRole }: PanelProps) {
  const i18nProvider = useSyncExternalStore(onTextsChange, currentTexts);
  return (
    <CoreAdminContext {...providers} i18nProvider={i18nProvider}>
      <FactsProvider initial={facts} viewedRole={viewedRole}>
        <PanelTheme>
          <Layout>
            <Page />
          </Layout>
        </PanelTheme>
      </FactsProvider>
    </CoreAdminContext>
  );
}

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <PageProgress />
      <ErrorBoundary address={pathname}>
        {/* The only one around pages: on the way from page to page the old one stays until the new one is there. */}
        <Suspense fallback={<PageSkeleton />}>
          <PageRoutes />
          <PreloadViews />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
