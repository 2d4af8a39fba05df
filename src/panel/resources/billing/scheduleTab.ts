import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** The schedule of profiles, for resources that have one. Its inputs use the texts of forms, errors those of rules. */
export const scheduleTab: CustomTab<"contracts" | "customers"> = {
  path: "billing-profile-sch",
  Tab: lazyComponent(() => import("./ScheduleTab.tsx"), "ScheduleTab", ["forms", "rules"]),
};
