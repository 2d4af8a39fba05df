import type { PasswordPolicy } from "../../core/password.ts";
import { textsFrom } from "../../core/texts.ts";
import { usePasswordDemands } from "../kinds/password/usePasswordDemands.ts";
import { useStrength } from "../kinds/password/useStrength.ts";
import { currentLanguage } from "../language.ts";
import { passwordText } from "./passwordText.ts";

const steps = [1, 2, 3, 4] as const;

interface PasswordRulesProps {
  readonly password: string;
  readonly policy: PasswordPolicy;
  readonly username: string | null;
}

/** The rules of a password to tick off while typing, and how hard it is to guess. */
export function PasswordRules({ password, policy, username }: PasswordRulesProps) {
  const { words } = passwordText;
  const textOf = textsFrom(passwordText.demands, currentLanguage());
  const demands = usePasswordDemands(password, policy, { username, isLogin: true });
  const score = useStrength(password, username === null ? [] : [username]);
  return (
    <div className="gate-rules">
      <div className="gate-meter" data-score={score ?? undefined}>
        <span aria-hidden="true">
          {steps.map((step) => (
            <i key={step} data-on={score !== null && step <= Math.max(score, 1)} />
          ))}
        </span>
        <span role="status">{score !== null && words.strength[score]}</span>
      </div>
      <ul aria-label={words.demands}>
        {demands.map(({ rule, params, isMet }) => (
          <li key={rule} data-met={isMet}>
            <Mark isMet={isMet} />
            <span className="gate-unseen">{isMet ? words.met : words.open}</span>
            {textOf(rule, params)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Mark({ isMet }: { isMet: boolean }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="7" cy="7" r="6" />
      {isMet && <path d="m4 7.2 2.1 2.1L10 5.2" />}
    </svg>
  );
}
