import type { OwnTab } from "../../views/details/override.ts";

/** The schedule of profiles, for resources that have one. */
export const billingTabs: readonly OwnTab[] = [
  { path: "billing-profile-sch", load: async () => (await import("./ScheduleTab.tsx")).ScheduleTab },
];
