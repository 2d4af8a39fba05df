import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The batch, and the download of its codes. */
export const tabs: readonly CustomTab<"voucherbatches">[] = [
  {
    path: "overview",
    Tab: lazyComponent(() => import("./OverviewTab.tsx"), "OverviewTab", ["vouchers"]),
  },
];
