import { isOffered } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** Running the calls of a test. */
export const routingtestTabs: readonly OwnTab[] = [
  {
    path: "run",
    isShown: (access) => isOffered("call_routing") && access.canOpen("tool.callroutingverify", "read"),
    load: async () => {
      const [{ RunTab }] = await Promise.all([
        import("./RunTab.tsx"),
        ...["routing", "destinations", "preferences", "price"].map(addTexts),
      ]);
      return RunTab;
    },
  },
];
