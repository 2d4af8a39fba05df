import { isOffered } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** Which fee applies to a call: the platform compares it with all fees of the profile. */
export const billingprofileTabs: readonly OwnTab[] = [
  {
    path: "price",
    isShown: (access) => {
      const fees = summaryOf("billingfees");
      return isOffered("call_price") && access.can(fees, "read") && access.findLack(fees) === null;
    },
    load: async () => {
      const [{ PriceTab }] = await Promise.all([
        import("./PriceTab.tsx"),
        addTexts("price"),
        addTexts("forms"),
        addTexts("rules"),
      ]);
      return PriceTab;
    },
  },
];
