import { isOffered } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** How the price of a call comes about, and its messages. */
export const callTabs: readonly OwnTab[] = [
  {
    path: "price",
    isShown: (access) => {
      const fees = summaryOf("billingfees");
      return isOffered("call_price") && access.can(fees, "read") && access.findLack(fees) === null;
    },
    load: async () => {
      const [{ PriceTab }] = await Promise.all([import("./PriceTab.tsx"), addTexts("price")]);
      return PriceTab;
    },
  },
  {
    path: "flow",
    isShown: (access) => {
      const flows = summaryOf("callflows");
      return access.can(flows, "read") && access.findLack(flows) === null;
    },
    load: async () => {
      const [{ FlowTab }] = await Promise.all([import("./FlowTab.tsx"), addTexts("callflow")]);
      return FlowTab;
    },
  },
];
