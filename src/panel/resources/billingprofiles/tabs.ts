import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";
import { showsPrices } from "../billing/showsPrices.ts";

/** The fee that applies to a call: the platform compares it with all fees of the profile. */
export const tabs: readonly CustomTab<"billingprofiles">[] = [
  {
    path: "price",
    isShown: showsPrices,
    Tab: lazyComponent(() => import("./PriceTab.tsx"), "PriceTab", ["price", "forms", "rules"]),
  },
];
