import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

export const tabs: readonly CustomTab<"invoicetemplates">[] = [
  {
    path: "content",
    Tab: lazyComponent(() => import("./ContentTab.tsx"), "ContentTab", ["invoices", "forms", "rules"]),
  },
];
