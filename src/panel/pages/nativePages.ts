import type { ComponentType } from "react";
import type { NativePageName } from "../../generated/nativePages.gen.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { loadResource } from "../providers/resources.ts";

/** The component of every page that `schemas/pages.json` calls native. It reads ids from the URL itself. */
export const nativePageLoaders: Readonly<Record<NativePageName, () => Promise<ComponentType>>> = {
  branding: async () => (await import("./BrandingPage.tsx")).loadBrandingPage(),
  brandingOf: async () => (await import("./BrandingPage.tsx")).loadBrandingPage(),
  callRoutingVerify: async () => (await import("./routing/loadCallRoutingPage.ts")).loadCallRoutingPage(),
  callStatistics: async () => {
    const [{ CallStatisticsPage }] = await Promise.all([
      import("./dashboard/CallStatisticsPage.tsx"),
      loadResource("calls"),
      ...["callStatistics", "dashboard", "pages"].map(addTexts),
    ]);
    return CallStatisticsPage;
  },
  dashboard: async () => {
    const [{ DashboardPage }] = await Promise.all([import("./dashboard/DashboardPage.tsx"), addTexts("dashboard")]);
    return DashboardPage;
  },
  journal: async () => (await import("./journal/loadJournalPage.ts")).loadJournalPage(),
  peeringMap: async () => (await import("../resources/peeringoverview/loadMapPage.ts")).loadMapPage(),
  rulebook: async () => {
    const [{ RulebookPage }] = await Promise.all([
      import("./rulebook/RulebookPage.tsx"),
      ...["rulebook", "views"].map(addTexts),
    ]);
    return RulebookPage;
  },
  system: async () => (await import("./system/loadSystemPage.ts")).loadSystemPage(),
  webPhone: async () => (await import("../webphone/loadWebPhonePage.ts")).loadWebPhonePage(),
};
