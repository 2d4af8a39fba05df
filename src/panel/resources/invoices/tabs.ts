import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The record, and mailing its PDF. */
export const invoiceTabs: readonly OwnTab[] = [
  {
    path: "overview",
    load: async () => {
      const [{ OverviewTab }] = await Promise.all([
        import("./OverviewTab.tsx"),
        addTexts("invoices"),
        addTexts("mails"),
      ]);
      return OverviewTab;
    },
  },
];
