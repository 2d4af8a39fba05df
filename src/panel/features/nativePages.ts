import type { ComponentType } from "react";
import type { NativePageName } from "../../generated/nativePages.gen.ts";
import { lazyComponent } from "../providers/lazyComponent.ts";

const branding = lazyComponent(
  () => import("./BrandingPage.tsx"),
  "BrandingPage",
  ["branding", "forms", "rules", "views"],
  ["resellerbrandings"],
);

/** The component of every page that `schemas/pages.json` calls native. It reads ids from the URL itself. */
export const nativePageComponents: Readonly<Record<NativePageName, ComponentType>> = {
  branding,
  brandingOf: branding,
  callRoutingVerify: lazyComponent(
    () => import("./callSimulation/CallSimulationPage.tsx"),
    "CallSimulationPage",
    ["routing", "destinations", "preferences", "price", "forms", "rules", "views"],
    ["peeringgroups"],
  ),
  callStatistics: lazyComponent(
    () => import("./dashboard/CallStatisticsPage.tsx"),
    "CallStatisticsPage",
    ["callStatistics", "dashboard", "pages"],
    ["calls"],
  ),
  dashboard: lazyComponent(() => import("./dashboard/DashboardPage.tsx"), "DashboardPage", ["dashboard"]),
  journal: lazyComponent(() => import("./journal/JournalPage.tsx"), "JournalPage", ["history", "views", "pages"]),
  peeringMap: lazyComponent(
    () => import("../resources/peeringoverview/MapPage.tsx"),
    "MapPage",
    ["pages", "peering", "views"],
    ["peeringrules", "peeringinboundrules", "peeringservers"],
  ),
  rulebook: lazyComponent(() => import("./rulebook/RulebookPage.tsx"), "RulebookPage", ["rulebook", "views", "pages"]),
  system: lazyComponent(() => import("./system/SystemPage.tsx"), "SystemPage", [
    "system",
    "dashboard",
    "views",
    "pages",
  ]),
  // The SIP library comes with it.
  webPhone: lazyComponent(
    () => import("./webphone/WebPhonePage.tsx"),
    "WebPhonePage",
    ["webphone", "forms", "rules", "views"],
    ["subscribers"],
  ),
};
