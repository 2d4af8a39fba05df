import { lazyComponent } from "../../providers/lazyComponent.ts";
import { mayUse } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { CustomTab } from "../../views/override.ts";
import { scheduleTab } from "../billing/scheduleTab.ts";

/**
 * Balance and costs by zone only customers have. The cloud PBX is a picture of what lists of groups, members and keys
 * say apart; its words for policies, states and keys are those of these resources.
 */
export const tabs: readonly CustomTab<"customers">[] = [
  scheduleTab,
  { path: "contract-balance", Tab: lazyComponent(() => import("../billing/BalanceTab.tsx"), "BalanceTab") },
  {
    path: "zone-costs",
    isShown: (access) => mayUse(access, "customerfraudpreferences"),
    Tab: lazyComponent(() => import("../billing/ZoneCostsTab.tsx"), "ZoneCostsTab"),
  },
  {
    path: "pbx",
    before: "pbx-groups",
    labelKey: "views.details.pbxPlan",
    isShown: (access, { type }) =>
      type === "pbxaccount" &&
      access.can(summaryOf("subscribers"), "read") &&
      access.findLack({ needs: { capability: "cloudpbx" } }) === null,
    Tab: lazyComponent(() => import("./PbxTab.tsx"), "PbxTab", ["pbx"], ["subscribers", "autoattendants"]),
  },
];
