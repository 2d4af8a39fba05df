import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The record, and mailing its PDF. */
export const tabs: readonly CustomTab<"invoices">[] = [
  {
    path: "overview",
    Tab: lazyComponent(() => import("./OverviewTab.tsx"), "OverviewTab", ["invoices", "mails"]),
  },
];
