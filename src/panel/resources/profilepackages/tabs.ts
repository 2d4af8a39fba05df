import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The overview, with what its fields mean together. */
export const tabs: readonly CustomTab<"profilepackages">[] = [
  {
    path: "overview",
    Tab: lazyComponent(() => import("./OverviewTab.tsx"), "OverviewTab", ["packages"]),
  },
];
