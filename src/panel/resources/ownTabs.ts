import type { OwnTab } from "../views/details/override.ts";
import { adminTabs } from "./admins/tabs.ts";
<<<<<<< HEAD
import { resellerTabs } from "./resellerbrandings/tabs.ts";

const tabs: Readonly<Record<string, readonly OwnTab[]>> = { admins: adminTabs, resellers: resellerTabs };
=======
import { billingTabs } from "./billing/tabs.ts";

const tabs: Readonly<Record<string, readonly OwnTab[]>> = {
  admins: adminTabs,
  contracts: billingTabs,
  customers: billingTabs,
};
>>>>>>> bc42e37 (Bring back the billing schedule and the words on details pages)

const none: readonly OwnTab[] = [];

/** What is hand-written of a resource's details. */
export function ownTabsOf(resource: string): readonly OwnTab[] {
  return tabs[resource] ?? none;
}
