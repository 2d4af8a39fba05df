import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The overview, with what its fields mean together. */
export const packageTabs: readonly OwnTab[] = [
  {
    path: "overview",
    load: async () => {
      const [{ OverviewTab }] = await Promise.all([import("./OverviewTab.tsx"), addTexts("packages")]);
      return OverviewTab;
    },
  },
];
