import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** Forwards as sentences: they depend on sets of other resources, which no list of fields can express. */
export const tabs: readonly CustomTab<"subscribers">[] = [
  {
    path: "call-forwarding/summary",
    Tab: lazyComponent(() => import("../cfmappings/SummaryTab.tsx"), "SummaryTab", ["forwards", "destinations"]),
  },
];
