import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** All handles with their effective sounds, which a set's own files alone do not show. */
export const tabs: readonly CustomTab<"soundsets">[] = [
  {
    path: "handles",
    Tab: lazyComponent(() => import("./HandlesTab.tsx"), "HandlesTab", ["sounds", "forms"]),
  },
];
