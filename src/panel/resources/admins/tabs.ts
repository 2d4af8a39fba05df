import { certificates } from "../../../core/certificates.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTab } from "../../views/details/override.ts";

const apiAccess: OwnTab = {
  path: "api-access",
  labelKey: "views.details.apiAccess",
  // Other users' credentials are shown only to those who may revoke them.
  isShown: (access, record) =>
    access.can(certificates, Number(record.id) === access.adminId ? "read" : "delete", { record }),
  load: async () => {
    const [{ ApiAccessTab }] = await Promise.all([import("./ApiAccessTab.tsx"), addTexts("certificates")]);
    return ApiAccessTab;
  },
};

const security: OwnTab = {
  path: "security",
  labelKey: "views.security.tab",
  isShown: (access, record) =>
    Number(record.id) === access.adminId || access.can(summaryOf("admins"), "update", { record }),
  load: async () => (await import("./SecurityTab.tsx")).SecurityTab,
};

const sessions: OwnTab = {
  path: "sessions",
  labelKey: "views.sessions.tab",
  isShown: (access) => {
    const summary = summaryOf("adminsessions");
    return access.can(summary, "read") && access.findLack(summary) === null;
  },
  load: async () => (await import("./SessionsTab.tsx")).SessionsTab,
};

/** An administrator's credentials: password and second factor, keys and client certificates. */
export const adminTabs: readonly OwnTab[] = [security, apiAccess, sessions];
