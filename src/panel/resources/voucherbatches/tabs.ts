import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The batch, and the download of its codes. */
export const batchTabs: readonly OwnTab[] = [
  {
    path: "overview",
    load: async () => {
      const [{ OverviewTab }] = await Promise.all([import("./OverviewTab.tsx"), addTexts("vouchers")]);
      return OverviewTab;
    },
  },
];
