import { useCallback } from "react";
import { useTranslate } from "react-admin";
import { baseRole, isReadOnly } from "../../core/access/access.ts";
import { viewableRoles } from "../../core/access/viewAs.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { hasExtension } from "./extensions.ts";
import { storeView, viewedRole } from "./viewAs.ts";

/** Roles that this user may view this platform as. */
export function rolesToView(admin: WireRecord): string[] {
  return hasExtension("view_as") ? [...viewableRoles(admin).keys()] : [];
}

/** The role that this tab is viewed as. One restored by a reload is dropped if no longer allowed. */
export function checkedView(admin: WireRecord): string | null {
  const role = viewedRole();
  if (role === null || rolesToView(admin).includes(role)) return role;
  storeView(null);
  return null;
}

/** Names of roles. */
export function useRoleName(): (role: string | null) => string {
  const translate = useTranslate();
  return useCallback(
    (role) => {
      if (!role) return translate("app.roles.none");
      const name = translate(`app.roles.${baseRole(role)}`);
      return isReadOnly(role) ? translate("app.roles.readOnly", { role: name }) : name;
    },
    [translate],
  );
}
