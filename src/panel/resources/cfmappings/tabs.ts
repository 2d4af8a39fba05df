import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** Forwards as sentences: they depend on sets of other resources, which no list of fields can express. */
export const subscriberTabs: readonly OwnTab[] = [
  {
    path: "call-forwarding/summary",
    load: async () => {
      const [{ SummaryTab }] = await Promise.all([
        import("./SummaryTab.tsx"),
        addTexts("forwards"),
        addTexts("destinations"),
      ]);
      return SummaryTab;
    },
  },
];
