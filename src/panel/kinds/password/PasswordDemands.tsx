import CheckCircle from "@mui/icons-material/CheckCircle";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { type PasswordPolicy, passwordProblems } from "../../../core/password.ts";

interface PasswordDemandsProps {
  readonly password: string;
  readonly policy: PasswordPolicy;
  readonly username: string | null;
}

/** The rules of a password as a list to tick off while typing. */
export function PasswordDemands({ password, policy, username }: PasswordDemandsProps): ReactNode {
  const translate = useTranslate();
  const broken = passwordProblems(password, { policy, username });
  // An empty password breaks every demand there is; the rest are refusals, which only show when they are broken.
  const demands = passwordProblems("", { policy });
  const refusals = broken.filter(({ rule }) => !demands.some((demand) => demand.rule === rule));
  return (
    <Box
      component="ul"
      aria-label={translate("forms.password.demands")}
      sx={{ listStyle: "none", p: 0, m: 0, mt: 0.5 }}
    >
      {[...demands, ...refusals].map(({ rule, params }) => {
        const isMet = !broken.some((problem) => problem.rule === rule);
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
