import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The schedule of profiles, for resources that have one. */
export const billingTabs: readonly OwnTab[] = [
  {
    path: "billing-profile-sch",
    load: async () => {
      // Its inputs use the texts of forms, refusals those of rules.
      const [{ ScheduleTab }] = await Promise.all([import("./ScheduleTab.tsx"), addTexts("forms"), addTexts("rules")]);
      return ScheduleTab;
    },
  },
];

/** The same, the balance, and what calls cost by zone, which only customers have. */
export const customerTabs: readonly OwnTab[] = [
  ...billingTabs,
  { path: "contract-balance", load: async () => (await import("./BalanceTab.tsx")).BalanceTab },
  {
    path: "zone-costs",
    isShown: (access) => {
      const limits = summaryOf("customerfraudpreferences");
      return access.can(limits, "read") && access.findLack(limits) === null;
    },
    load: async () => (await import("./ZoneCostsTab.tsx")).ZoneCostsTab,
  },
];
