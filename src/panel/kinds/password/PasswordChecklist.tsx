import CheckCircle from "@mui/icons-material/CheckCircle";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import styles from "./passwordChecklist.module.css";
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
    <ul aria-label={translate("forms.password.demands")} className="above-4">
      {demands.map(({ rule, params, isMet }) => {
        const Mark = isMet ? CheckCircle : RadioButtonUnchecked;
        return (
          <li key={rule} className="note line tight">
            <Mark
              className={`${styles.mark} ${isMet ? "success" : "quiet"}`}
              titleAccess={translate(isMet ? "forms.password.met" : "forms.password.open")}
            />
            {translate(`rules.password.${rule}`, params)}
          </li>
        );
      })}
    </ul>
  );
}

interface StrengthMeterProps {
  readonly password: string;
  /** Texts about the owner that an attacker would know. */
  readonly context: readonly string[];
}

const steps = [1, 2, 3, 4] as const;
const colours = ["danger", "danger", "warning", "success", "success"] as const;

/** Shows how hard the password is to guess. */
export function StrengthMeter({ password, context }: StrengthMeterProps): ReactNode {
  const translate = useTranslate();
  const score = useStrength(password, context);
  if (score === null) return null;
  return (
    <div className={`line above-4 ${styles.strength}`}>
      <div aria-hidden className="grow gap-4 flex">
        {steps.map((step) => (
          <div
            key={step}
            className={`grow ${styles.step}`}
            style={step <= Math.max(score, 1) ? { background: `var(--${colours[score]})` } : undefined}
          />
        ))}
      </div>
      <div role="status" className="note tight">
        {translate(`forms.password.strength.${score}`)}
      </div>
    </div>
  );
}
