import { certificates } from "../../core/certificates.ts";
import { isOffered } from "../providers/extensions.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { summaryOf } from "../providers/summaries.ts";
import type { OwnTab } from "../views/details/override.ts";
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

/** How the price of a call comes about, and its messages. */
const callTabs: readonly OwnTab[] = [
  {
    path: "price",
    isShown: (access) => {
      const fees = summaryOf("billingfees");
      return isOffered("call_price") && access.can(fees, "read") && access.findLack(fees) === null;
    },
    load: async () => {
      const [{ PriceTab }] = await Promise.all([import("./calls/PriceTab.tsx"), addTexts("price")]);
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
      const [{ FlowTab }] = await Promise.all([import("./calls/FlowTab.tsx"), addTexts("callflow")]);
      return FlowTab;
    },
  },
];

/** Which fee applies to a call: the platform compares it with all fees of the profile. */
const billingprofileTabs: readonly OwnTab[] = [
  {
    path: "price",
    isShown: (access) => {
      const fees = summaryOf("billingfees");
      return isOffered("call_price") && access.can(fees, "read") && access.findLack(fees) === null;
    },
    load: async () => {
      const [{ PriceTab }] = await Promise.all([
        import("./billingprofiles/PriceTab.tsx"),
        addTexts("price"),
        addTexts("forms"),
        addTexts("rules"),
      ]);
      return PriceTab;
    },
  },
];

/** The schedule of profiles, for resources that have one. */
const billingTabs: readonly OwnTab[] = [
  {
    path: "billing-profile-sch",
    load: async () => {
      // Its inputs use the texts of forms, refusals those of rules.
      const [{ ScheduleTab }] = await Promise.all([
        import("./billing/ScheduleTab.tsx"),
        addTexts("forms"),
        addTexts("rules"),
      ]);
      return ScheduleTab;
    },
  },
];

/** The same, the balance, and what calls cost by zone, which only customers have. */
const customerTabs: readonly OwnTab[] = [
  ...billingTabs,
  { path: "contract-balance", load: async () => (await import("./billing/BalanceTab.tsx")).BalanceTab },
  {
    path: "zone-costs",
    isShown: (access) => {
      const limits = summaryOf("customerfraudpreferences");
      return access.can(limits, "read") && access.findLack(limits) === null;
    },
    load: async () => (await import("./billing/ZoneCostsTab.tsx")).ZoneCostsTab,
  },
];

const apiAccess: OwnTab = {
  path: "api-access",
  labelKey: "views.details.apiAccess",
  // Other users' credentials are shown only to those who may revoke them.
  isShown: (access, record) =>
    access.can(certificates, Number(record.id) === access.adminId ? "read" : "delete", { record }),
  load: async () => {
    const [{ ApiAccessTab }] = await Promise.all([import("./admins/ApiAccessTab.tsx"), addTexts("certificates")]);
    return ApiAccessTab;
  },
};

const security: OwnTab = {
  path: "security",
  labelKey: "views.security.tab",
  isShown: (access, record) =>
    Number(record.id) === access.adminId || access.can(summaryOf("admins"), "update", { record }),
  load: async () => (await import("./admins/SecurityTab.tsx")).SecurityTab,
};

const sessions: OwnTab = {
  path: "sessions",
  labelKey: "views.sessions.tab",
  isShown: (access) => {
    const summary = summaryOf("adminsessions");
    return access.can(summary, "read") && access.findLack(summary) === null;
  },
  load: async () => (await import("./admins/SessionsTab.tsx")).SessionsTab,
};

/** An administrator's credentials: password and second factor, keys and client certificates. */
const adminTabs: readonly OwnTab[] = [security, apiAccess, sessions];

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
