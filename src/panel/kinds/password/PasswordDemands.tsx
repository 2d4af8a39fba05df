import CheckCircle from "@mui/icons-material/CheckCircle";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { PasswordPolicy } from "../../../core/password.ts";
import { type PasswordOwner, usePasswordDemands } from "./usePasswordDemands.ts";

interface PasswordDemandsProps extends PasswordOwner {
  readonly password: string;
  readonly policy: PasswordPolicy;
}

/** The rules of a password as a list to tick off while typing. */
export function PasswordDemands({ password, policy, ...owner }: PasswordDemandsProps): ReactNode {
  const translate = useTranslate();
  const demands = usePasswordDemands(password, policy, owner);
  return (
    <Box
      component="ul"
      aria-label={translate("forms.password.demands")}
      sx={{ listStyle: "none", p: 0, m: 0, mt: 0.5 }}
    >
      {demands.map(({ rule, params, isMet }) => {
        const Mark = isMet ? CheckCircle : RadioButtonUnchecked;
        return (
          <Box
            component="li"
            key={rule}
            sx={{ display: "flex", gap: 0.75, alignItems: "center", typography: "caption", color: "text.secondary" }}
          >
            <Mark
              sx={{ fontSize: "1.1em", color: isMet ? "success.main" : "text.secondary" }}
              titleAccess={translate(isMet ? "forms.password.met" : "forms.password.open")}
            />
            {translate(`rules.password.${rule}`, params)}
          </Box>
        );
      })}
    </Box>
  );
}
