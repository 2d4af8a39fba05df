import type { ComponentType } from "react";
import type { NativePageName } from "../../generated/nativePages.gen.ts";

/** The component of every page that `schemas/pages.json` calls native. It finds ids in the address itself. */
export const nativePageLoaders: Readonly<Record<NativePageName, () => Promise<ComponentType>>> = {
  dashboard: async () => (await import("./DashboardPage.tsx")).DashboardPage,
};
