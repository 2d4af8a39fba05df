import CheckCircle from "@mui/icons-material/CheckCircle";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { PasswordPolicy } from "../../../core/password.ts";
import { type PasswordOwner, usePasswordChecks, useStrength } from "./usePasswordChecks.ts";

interface PasswordChecklistProps extends PasswordOwner {
  readonly password: string;
  readonly policy: PasswordPolicy;
}

/** The password rules as a live checklist. */
export function PasswordChecklist({ password, policy, ...owner }: PasswordChecklistProps): ReactNode {
  const translate = useTranslate();
  const demands = usePasswordChecks(password, policy, owner);
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

interface StrengthMeterProps {
  readonly password: string;
  /** What an attacker would know about the owner. */
  readonly context: readonly string[];
}

const steps = [1, 2, 3, 4] as const;
const colours = ["error.main", "error.main", "warning.main", "success.main", "success.main"] as const;

/** How hard the password is to guess. */
export function StrengthMeter({ password, context }: StrengthMeterProps): ReactNode {
  const translate = useTranslate();
  const score = useStrength(password, context);
  if (score === null) return null;
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", mt: 0.75, maxWidth: 320 }}>
      <Box aria-hidden sx={{ display: "flex", gap: 0.5, flex: 1 }}>
        {steps.map((step) => (
          <Box
            key={step}
            sx={{
              height: 4,
              flex: 1,
              borderRadius: 2,
              bgcolor: step <= Math.max(score, 1) ? colours[score] : "divider",
            }}
          />
        ))}
      </Box>
      <Box role="status" sx={{ typography: "caption", color: "text.secondary" }}>
        {translate(`forms.password.strength.${score}`)}
      </Box>
    </Box>
  );
}
