import { hasExtension } from "../../providers/extensions.ts";
import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

export const tabs: readonly CustomTab<"routingtests">[] = [
  {
    path: "run",
    isShown: (access) => hasExtension("call_routing") && access.canOpen("tool.callroutingverify", "read"),
    Tab: lazyComponent(() => import("./RunTab.tsx"), "RunTab", ["routing", "destinations", "preferences", "price"]),
  },
];
