import { certificates } from "../../../core/api/certificates.ts";
import { lazyComponent } from "../../providers/lazyComponent.ts";
import { mayUse } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { CustomTab } from "../../views/override.ts";

export const tabs: readonly CustomTab<"admins">[] = [
  {
    path: "security",
    labelKey: "views.security.tab",
    isShown: (access, record) => record.id === access.adminId || access.can(summaryOf("admins"), "update", { record }),
    Tab: lazyComponent(() => import("./SecurityTab.tsx"), "SecurityTab"),
  },
  {
    path: "api-access",
    labelKey: "views.details.apiAccess",
    // Other users' credentials are shown only to those who may revoke them.
    isShown: (access, record) => access.can(certificates, record.id === access.adminId ? "read" : "delete", { record }),
    Tab: lazyComponent(() => import("./ApiAccessTab.tsx"), "ApiAccessTab", ["certificates"]),
  },
  {
    path: "sessions",
    labelKey: "views.sessions.tab",
    isShown: (access) => mayUse(access, "adminsessions"),
    Tab: lazyComponent(() => import("./SessionsTab.tsx"), "SessionsTab"),
  },
];
