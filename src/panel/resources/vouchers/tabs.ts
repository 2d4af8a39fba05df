import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The record, with what it was redeemed for. */
export const tabs: readonly CustomTab<"vouchers">[] = [
  { path: "overview", Tab: lazyComponent(() => import("./OverviewTab.tsx"), "OverviewTab", ["vouchers"]) },
];
