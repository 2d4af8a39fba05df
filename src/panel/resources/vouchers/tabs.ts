import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The record, with what it was redeemed for. */
export const voucherTabs: readonly OwnTab[] = [
  {
    path: "overview",
    load: async () => {
      const [{ OverviewTab }] = await Promise.all([import("./OverviewTab.tsx"), addTexts("vouchers")]);
      return OverviewTab;
    },
  },
];
