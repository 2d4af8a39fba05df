import { lazyComponent } from "../../providers/lazyComponent.ts";
import { mayUse } from "../../providers/StartupDataContext.tsx";
import type { CustomTab } from "../../views/override.ts";
import { showsPrices } from "../billing/showsPrices.ts";

/** A call's price and how it comes about, and its messages. */
export const tabs: readonly CustomTab<"calls">[] = [
  {
    path: "price",
    isShown: showsPrices,
    Tab: lazyComponent(() => import("./PriceTab.tsx"), "PriceTab", ["price"]),
  },
  {
    path: "flow",
    isShown: (access) => mayUse(access, "callflows"),
    Tab: lazyComponent(() => import("./FlowTab.tsx"), "FlowTab", ["callflow"]),
  },
];
