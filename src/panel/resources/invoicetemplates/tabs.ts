import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The editor of a template's drawing. */
export const invoicetemplateTabs: readonly OwnTab[] = [
  {
    path: "content",
    load: async () => {
      const [{ ContentTab }] = await Promise.all([
        import("./ContentTab.tsx"),
        ...["invoices", "forms", "rules"].map(addTexts),
      ]);
      return ContentTab;
    },
  },
];
