import type { ComponentType } from "react";
import type { NativePageName } from "../../generated/nativePages.gen.ts";
import { loadedLate } from "../providers/later.ts";

const branding = loadedLate(
  () => import("./BrandingPage.tsx"),
  "BrandingPage",
  ["branding", "forms", "rules", "views"],
  ["resellerbrandings"],
);

/** The component of every page that `schemas/pages.json` calls native. It reads ids from the URL itself. */
export const nativePageComponents: Readonly<Record<NativePageName, ComponentType>> = {
  branding,
  brandingOf: branding,
  callRoutingVerify: loadedLate(
    () => import("./callSimulation/RoutingPage.tsx"),
    "RoutingPage",
    ["routing", "destinations", "preferences", "price", "forms", "rules", "views"],
    ["peeringgroups"],
  ),
  callStatistics: loadedLate(
    () => import("./dashboard/CallStatisticsPage.tsx"),
    "CallStatisticsPage",
    ["callStatistics", "dashboard", "pages"],
    ["calls"],
  ),
  dashboard: loadedLate(() => import("./dashboard/DashboardPage.tsx"), "DashboardPage", ["dashboard"]),
  journal: loadedLate(() => import("./journal/JournalPage.tsx"), "JournalPage", ["history", "views", "pages"]),
  peeringMap: loadedLate(
    () => import("../resources/peeringoverview/MapPage.tsx"),
    "MapPage",
    ["pages", "peering", "views"],
    ["peeringrules", "peeringinboundrules", "peeringservers"],
  ),
  rulebook: loadedLate(() => import("./rulebook/RulebookPage.tsx"), "RulebookPage", ["rulebook", "views"]),
  system: loadedLate(() => import("./system/SystemPage.tsx"), "SystemPage", ["system", "dashboard", "views", "pages"]),
  // The SIP library comes with it.
  webPhone: loadedLate(
    () => import("./webphone/WebPhonePage.tsx"),
    "WebPhonePage",
    ["webphone", "forms", "rules", "views"],
    ["subscribers"],
  ),
};
