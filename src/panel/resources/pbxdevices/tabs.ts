import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The files that a device is given, and whether it has fetched them. */
export const tabs: readonly CustomTab<"pbxdevices">[] = [
  { path: "config", Tab: lazyComponent(() => import("./FileTab.tsx"), "FileTab", ["devices", "rules"]) },
];
