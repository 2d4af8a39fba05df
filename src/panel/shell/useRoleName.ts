import { useTranslate } from "ra-core";
import { useCallback } from "react";
import { baseRole, isReadOnly } from "../../core/access.ts";

/** What roles are called. */
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
