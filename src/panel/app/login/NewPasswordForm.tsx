import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { password as words } from "../../../../i18n/en/forms.json";
import { business, password as demands } from "../../../../i18n/en/rules.json";
import { type Messages, textsFrom } from "../../../core/schema/texts.ts";
import { loadCommonPasswords } from "../../../core/validation/commonPasswords.ts";
import {
  DEFAULT_PASSWORD_POLICY,
  type PasswordPolicy,
  passwordViolations,
} from "../../../core/validation/passwordPolicy.ts";
import { usePasswordChecks, useStrength } from "../../kinds/password/usePasswordChecks.ts";
import { addLanguageLoader, currentLanguage, onLanguageChange } from "../../providers/language.ts";
import { loginText } from "../../providers/loginText.ts";
import { loadPasswordPolicy, type PasswordChangeError, type PasswordError } from "../../providers/passwords.ts";
import loginStyles from "../../ui/login.module.css";
import { PasswordField } from "./Field.tsx";
import styles from "./password.module.css";

interface NewPasswordFormProps {
  /** Null where unknown: a link names no user. */
  readonly username: string | null;
  /** Sets the password; null on success. */
  readonly onSubmit: (password: string, data: FormData) => Promise<PasswordChangeError | null>;
  /** Further fields. */
  readonly children?: ReactNode;
}

interface PasswordFormErrors {
  readonly password?: string;
  readonly repeat?: string;
  /** An error unrelated to the input. */
  readonly other?: string;
  /** Name of the field to fix first. */
  readonly focusField?: string;
}

/** A new password, typed twice, with the platform's rules as a checklist. Stays busy after a success. */
export function NewPasswordForm({ username, onSubmit, children }: NewPasswordFormProps) {
  const text = loginText.newPassword;
  const [policy, setPolicy] = useState(DEFAULT_PASSWORD_POLICY);
  const [typedPassword, setTypedPassword] = useState("");
  const [errors, setErrors] = useState<PasswordFormErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => void loadPasswordPolicy().then(setPolicy), []);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(`[name="${errors.focusField ?? "new_password"}"]`)?.focus();
  }, [errors]);

  const show = (newErrors: PasswordFormErrors) => {
    setErrors(newErrors);
    setIsBusy(false);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const data = new FormData(form.current);
    const password = String(data.get("new_password") ?? "");
    if (password === "") return show({ password: text.required });
    setIsBusy(true);
    // Without the list only the platform refuses common passwords.
    const isCommon = await loadCommonPasswords().catch(() => undefined);
    const broken = passwordViolations(password, { policy, username, isCommon });
    const differs = password === data.get("repeat") ? undefined : text.differs;
    if (broken.length > 0 || differs) {
      return show({
        password: joinErrorTexts(broken.map(toPasswordError)),
        repeat: differs,
        focusField: broken.length > 0 ? undefined : "repeat",
      });
    }
    const passwordError = await onSubmit(password, data);
    if (!passwordError) return;
    if (passwordError.reason === "weak") return show({ password: joinErrorTexts(passwordError.errors) });
    if (passwordError.reason === "invalidOtp") return show({ other: loginText.failure.invalidOtp, focusField: "otp" });
    return show({ other: text.failure[passwordError.reason] });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {errors.other && !isBusy && (
        <p className={loginStyles.note} role="alert">
          {errors.other}
        </p>
      )}
      {username !== null && <input hidden readOnly name="username" autoComplete="username" value={username} />}
      <PasswordField
        name="new_password"
        label={text.password}
        error={errors.password}
        autoComplete="new-password"
        onChange={(event) => setTypedPassword(event.target.value)}
      />
      <PasswordRules password={typedPassword} policy={policy} username={username} />
      <PasswordField name="repeat" label={text.repeat} error={errors.repeat} autoComplete="new-password" />
      {children}
      <button className={loginStyles.button} type="submit" aria-disabled={isBusy}>
        {isBusy && <span className={loginStyles.spinner} />}
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}

function toPasswordError({ rule, params }: ReturnType<typeof passwordViolations>[number]): PasswordError {
  return { key: `rules.password.${rule}`, params };
}

function joinErrorTexts(errors: readonly PasswordError[]): string | undefined {
  const { demands, business } = passwordText;
  const textOf = textsFrom({ rules: { password: demands, business } }, currentLanguage());
  const texts = errors.map((error) => ("text" in error ? error.text : textOf(error.key, error.params)));
  return texts.length > 0 ? texts.join(". ") : undefined;
}

const steps = [1, 2, 3, 4] as const;

interface PasswordRulesProps {
  readonly password: string;
  readonly policy: PasswordPolicy;
  readonly username: string | null;
}

/** The password rules as a live checklist, with a strength meter. */
function PasswordRules({ password, policy, username }: PasswordRulesProps) {
  const { words } = passwordText;
  const textOf = textsFrom(passwordText.demands, currentLanguage());
  const demands = usePasswordChecks(password, policy, { username, isLogin: true });
  const score = useStrength(password, username === null ? [] : [username]);
  return (
    <div className={`note ${styles.rules}`}>
      <div className={`line ${styles.meter}`} data-score={score ?? undefined}>
        <span className="grow flex gap-4" aria-hidden="true">
          {steps.map((step) => (
            <i key={step} data-on={score !== null && step <= Math.max(score, 1)} />
          ))}
        </span>
        <span role="status" className={styles.word}>
          {score !== null && words.strength[score]}
        </span>
      </div>
      <ul className="stack gap-2 above-8" aria-label={words.demands}>
        {demands.map(({ rule, params, isMet }) => (
          <li key={rule} className={`line ${isMet ? "success" : ""}`}>
            <Mark isMet={isMet} />
            <span className="sr-only">{isMet ? words.met : words.open}</span>
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
      className="rigid"
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

const english: { words: typeof words; demands: Messages; business: Messages } = { words, demands, business };

const otherLanguages = import.meta.glob<{ readonly password: never; readonly business?: never }>(
  ["../../../../i18n/*/{forms,rules}.json", "!../../../../i18n/en/*.json"],
  { import: "default" },
);

/**
 * Texts of forms and rules about passwords, including rules that only the platform can check, for pages without a
 * session: the panel's texts have not loaded there.
 */
let passwordText = english;
let prepared = english;

async function prepare(language: string): Promise<void> {
  const [forms, rules] = await Promise.all(
    ["forms", "rules"].map((part) => otherLanguages[`../../../../i18n/${language}/${part}.json`]?.()),
  );
  const loaded = { words: forms?.password, demands: rules?.password, business: rules?.business };
  prepared = {
    ...english,
    ...Object.fromEntries(Object.entries(loaded).filter(([, texts]) => texts !== undefined)),
  };
}

addLanguageLoader(prepare);
onLanguageChange(() => {
  passwordText = prepared;
});
// Loaded after a language was chosen. A form in English is better than none.
await prepare(currentLanguage()).catch(() => undefined);
passwordText = prepared;
