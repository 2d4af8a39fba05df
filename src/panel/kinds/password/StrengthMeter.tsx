import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { useStrength } from "./useStrength.ts";

interface StrengthMeterProps {
  readonly password: string;
  /** What someone who guesses knows of the owner. */
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
