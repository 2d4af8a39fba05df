import { certificates } from "../../../core/certificates.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

const apiAccess: OwnTab = {
  path: "api-access",
  labelKey: "views.details.apiAccess",
  // Of others one only gets to see what one may revoke.
  isShown: (access, record) =>
    access.can(certificates, Number(record.id) === access.adminId ? "read" : "delete", { record }),
  load: async () => {
    const [{ ApiAccessTab }] = await Promise.all([import("./ApiAccessTab.tsx"), addTexts("certificates")]);
    return ApiAccessTab;
  },
};

const security: OwnTab = {
  path: "security",
  labelKey: "views.password.tab",
  isShown: (access, record) => Number(record.id) === access.adminId,
  load: async () => (await import("./PasswordTab.tsx")).PasswordTab,
};

/** How an administrator gets in: password and second factor, keys and certificates of programs. */
export const adminTabs: readonly OwnTab[] = [security, apiAccess];
