import type { OwnTab } from "../views/details/override.ts";
import { adminTabs } from "./admins/tabs.ts";
import { billingTabs, customerTabs } from "./billing/tabs.ts";
import { billingprofileTabs } from "./billingprofiles/tabs.ts";
import { callTabs } from "./calls/tabs.ts";
import { subscriberTabs } from "./cfmappings/tabs.ts";
import { pbxTabs } from "./customers/tabs.ts";
import { invoiceTabs } from "./invoices/tabs.ts";
import { invoicetemplateTabs } from "./invoicetemplates/tabs.ts";
import { pbxdeviceconfigTabs } from "./pbxdeviceconfigs/tabs.ts";
import { pbxdeviceTabs } from "./pbxdevices/tabs.ts";
import { packageTabs } from "./profilepackages/tabs.ts";
import { provisioningTabs } from "./provisioningtemplates/tabs.ts";
import { resellerTabs } from "./resellerbrandings/tabs.ts";
import { routingtestTabs } from "./routingtests/tabs.ts";
import { soundsetTabs } from "./soundsets/tabs.ts";
import { batchTabs } from "./voucherbatches/tabs.ts";
import { voucherTabs } from "./vouchers/tabs.ts";

const tabs: Readonly<Record<string, readonly OwnTab[]>> = {
  admins: adminTabs,
  billingprofiles: billingprofileTabs,
  calls: callTabs,
  contracts: billingTabs,
  customers: [...customerTabs, ...pbxTabs],
  invoices: invoiceTabs,
  invoicetemplates: invoicetemplateTabs,
  pbxdeviceconfigs: pbxdeviceconfigTabs,
  pbxdevices: pbxdeviceTabs,
  profilepackages: packageTabs,
  provisioningtemplates: provisioningTabs,
  resellers: resellerTabs,
  routingtests: routingtestTabs,
  soundsets: soundsetTabs,
  subscribers: subscriberTabs,
  voucherbatches: batchTabs,
  vouchers: voucherTabs,
};

const none: readonly OwnTab[] = [];

/** A resource's hand-written tabs. */
export function ownTabsOf(resource: string): readonly OwnTab[] {
  return tabs[resource] ?? none;
}
