import type { OwnTab } from "../views/details/override.ts";
import { adminTabs } from "./admins/tabs.ts";
import { billingTabs } from "./billing/tabs.ts";
import { subscriberTabs } from "./cfmappings/tabs.ts";
import { resellerTabs } from "./resellerbrandings/tabs.ts";
import { soundsetTabs } from "./soundsets/tabs.ts";

const tabs: Readonly<Record<string, readonly OwnTab[]>> = {
  admins: adminTabs,
  contracts: billingTabs,
  customers: billingTabs,
  resellers: resellerTabs,
  soundsets: soundsetTabs,
  subscribers: subscriberTabs,
};

const none: readonly OwnTab[] = [];

/** What is hand-written of a resource's details. */
export function ownTabsOf(resource: string): readonly OwnTab[] {
  return tabs[resource] ?? none;
}
