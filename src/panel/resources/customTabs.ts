import { certificates } from "../../core/api/certificates.ts";
import type { ResourceName } from "../../generated/types/index.gen.ts";
import { hasExtension } from "../providers/extensions.ts";
import { lazyComponent } from "../providers/lazyComponent.ts";
import { type Access, mayUse } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import type { CustomTab } from "../views/override.ts";

const showsPrices = (access: Access) => hasExtension("call_price") && mayUse(access, "billingfees");

/** Resources whose fields an error of a template's run can name. */
const provisioned = ["customercontacts", "customers", "subscribers", "pbxdevices"];

/** The schedule of profiles, for resources that have one. Its inputs use the texts of forms, errors those of rules. */
const schedule: CustomTab<"contracts" | "customers"> = {
  path: "billing-profile-sch",
  Tab: lazyComponent(() => import("./billing/ScheduleTab.tsx"), "ScheduleTab", ["forms", "rules"]),
};

const tabs: { readonly [Resource in ResourceName]?: readonly CustomTab<Resource>[] } = {
  admins: [
    {
      path: "security",
      labelKey: "views.security.tab",
      isShown: (access, record) =>
        record.id === access.adminId || access.can(summaryOf("admins"), "update", { record }),
      Tab: lazyComponent(() => import("./admins/SecurityTab.tsx"), "SecurityTab"),
    },
    {
      path: "api-access",
      labelKey: "views.details.apiAccess",
      // Other users' credentials are shown only to those who may revoke them.
      isShown: (access, record) =>
        access.can(certificates, record.id === access.adminId ? "read" : "delete", { record }),
      Tab: lazyComponent(() => import("./admins/ApiAccessTab.tsx"), "ApiAccessTab", ["certificates"]),
    },
    {
      path: "sessions",
      labelKey: "views.sessions.tab",
      isShown: (access) => mayUse(access, "adminsessions"),
      Tab: lazyComponent(() => import("./admins/SessionsTab.tsx"), "SessionsTab"),
    },
  ],
  // The fee that applies to a call: the platform compares it with all fees of the profile.
  billingprofiles: [
    {
      path: "price",
      isShown: showsPrices,
      Tab: lazyComponent(() => import("./billingprofiles/PriceTab.tsx"), "PriceTab", ["price", "forms", "rules"]),
    },
  ],
  // A call's price and how it comes about, and its messages.
  calls: [
    {
      path: "price",
      isShown: showsPrices,
      Tab: lazyComponent(() => import("./calls/PriceTab.tsx"), "PriceTab", ["price"]),
    },
    {
      path: "flow",
      isShown: (access) => mayUse(access, "callflows"),
      Tab: lazyComponent(() => import("./calls/FlowTab.tsx"), "FlowTab", ["callflow"]),
    },
  ],
  contracts: [schedule],
  // Balance and costs by zone only customers have. The cloud PBX is a picture of what lists of groups, members and keys
  // say apart; its words for policies, states and keys are those of these resources.
  customers: [
    schedule,
    { path: "contract-balance", Tab: lazyComponent(() => import("./billing/BalanceTab.tsx"), "BalanceTab") },
    {
      path: "zone-costs",
      isShown: (access) => mayUse(access, "customerfraudpreferences"),
      Tab: lazyComponent(() => import("./billing/ZoneCostsTab.tsx"), "ZoneCostsTab"),
    },
    {
      path: "pbx",
      before: "pbx-groups",
      labelKey: "views.details.pbxPlan",
      isShown: (access, { type }) =>
        type === "pbxaccount" &&
        access.can(summaryOf("subscribers"), "read") &&
        access.findLack({ needs: { capability: "cloudpbx" } }) === null,
      Tab: lazyComponent(() => import("./customers/PbxTab.tsx"), "PbxTab", ["pbx"], ["subscribers", "autoattendants"]),
    },
  ],
  // The record, and mailing its PDF.
  invoices: [
    {
      path: "overview",
      Tab: lazyComponent(() => import("./invoices/OverviewTab.tsx"), "OverviewTab", ["invoices", "mails"]),
    },
  ],
  invoicetemplates: [
    {
      path: "content",
      Tab: lazyComponent(() => import("./invoicetemplates/ContentTab.tsx"), "ContentTab", [
        "invoices",
        "forms",
        "rules",
      ]),
    },
  ],
  pbxdeviceconfigs: [
    {
      path: "content",
      Tab: lazyComponent(() => import("./pbxdeviceconfigs/TemplateTab.tsx"), "TemplateTab", [
        "devices",
        "forms",
        "rules",
      ]),
    },
  ],
  // The files that a device is given, and whether it has fetched them.
  pbxdevices: [
    { path: "config", Tab: lazyComponent(() => import("./pbxdevices/FileTab.tsx"), "FileTab", ["devices", "rules"]) },
  ],
  // The overview, with what its fields mean together.
  profilepackages: [
    {
      path: "overview",
      Tab: lazyComponent(() => import("./profilepackages/OverviewTab.tsx"), "OverviewTab", ["packages"]),
    },
  ],
  // Running a template for one or for many, and writing it.
  provisioningtemplates: [
    {
      path: "form",
      Tab: lazyComponent(
        () => import("./provisioningtemplates/FormTab.tsx"),
        "FormTab",
        ["provisioning", "forms", "rules"],
        provisioned,
      ),
    },
    {
      path: "csv",
      Tab: lazyComponent(
        () => import("./provisioningtemplates/CsvTab.tsx"),
        "CsvTab",
        ["provisioning", "forms", "rules", "upload"],
        provisioned,
      ),
    },
    {
      path: "editor",
      Tab: lazyComponent(
        () => import("./provisioningtemplates/EditorTab.tsx"),
        "EditorTab",
        ["provisioning", "forms", "rules", "invoices"],
        provisioned,
      ),
    },
  ],
  resellers: [
    {
      path: "branding",
      labelKey: "details.tabs.branding",
      Tab: lazyComponent(
        () => import("./resellerbrandings/BrandingEditor.tsx"),
        "BrandingTab",
        ["branding", "forms", "rules"],
        ["resellerbrandings"],
      ),
    },
  ],
  routingtests: [
    {
      path: "run",
      isShown: (access) => hasExtension("call_routing") && access.canOpen("tool.callroutingverify", "read"),
      Tab: lazyComponent(() => import("./routingtests/RunTab.tsx"), "RunTab", [
        "routing",
        "destinations",
        "preferences",
        "price",
      ]),
    },
  ],
  // All handles with their effective sounds, which a set's own files alone do not show.
  soundsets: [
    {
      path: "handles",
      Tab: lazyComponent(() => import("./soundsets/HandlesTab.tsx"), "HandlesTab", ["sounds", "forms"]),
    },
  ],
  // Forwards as sentences: they depend on sets of other resources, which no list of fields can express.
  subscribers: [
    {
      path: "call-forwarding/summary",
      Tab: lazyComponent(() => import("./cfmappings/SummaryTab.tsx"), "SummaryTab", ["forwards", "destinations"]),
    },
  ],
  // The batch, and the download of its codes.
  voucherbatches: [
    {
      path: "overview",
      Tab: lazyComponent(() => import("./voucherbatches/OverviewTab.tsx"), "OverviewTab", ["vouchers"]),
    },
  ],
  // The record, with what it was redeemed for.
  vouchers: [
    { path: "overview", Tab: lazyComponent(() => import("./vouchers/OverviewTab.tsx"), "OverviewTab", ["vouchers"]) },
  ],
};

const none: readonly CustomTab[] = [];

/** A resource's hand-written tabs. */
export function customTabsOf(resource: string): readonly CustomTab[] {
  // A tab of a resource gets records of that resource alone.
  return (tabs as Readonly<Record<string, readonly CustomTab[] | undefined>>)[resource] ?? none;
}
