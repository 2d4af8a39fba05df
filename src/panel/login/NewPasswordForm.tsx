import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { loadCommonPasswords } from "../../core/commonPasswords.ts";
import { DEFAULT_PASSWORD_POLICY, passwordProblems } from "../../core/password.ts";
import { textsFrom } from "../../core/texts.ts";
import { currentLanguage } from "../language.ts";
import { loadPasswordPolicy, type PasswordComplaint, type PasswordRefusal } from "../providers/passwords.ts";
import { loginText } from "./loginText.ts";
import { PasswordField } from "./PasswordField.tsx";
import { PasswordRules } from "./PasswordRules.tsx";
import { passwordText } from "./passwordText.ts";
import "./password.css";

export interface NewPasswordFormProps {
  /** Null where nobody knows it: a link names no one. */
  readonly username: string | null;
  /** Sets the password; null when that went well. */
  readonly onSubmit: (password: string, data: FormData) => Promise<PasswordRefusal | null>;
  /** Further fields. */
  readonly children?: ReactNode;
}

interface Problems {
  readonly password?: string;
  readonly repeat?: string;
  /** What has nothing to do with what was typed. */
  readonly other?: string;
  /** Name of the field to mend first. */
  readonly at?: string;
}

/** A new password, typed twice, with the platform's rules to tick off. Stays busy after a success. */
export function NewPasswordForm({ username, onSubmit, children }: NewPasswordFormProps) {
  const text = loginText.newPassword;
  const [policy, setPolicy] = useState(DEFAULT_PASSWORD_POLICY);
  const [typed, setTyped] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => void loadPasswordPolicy().then(setPolicy), []);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(`[name="${problems.at ?? "new_password"}"]`)?.focus();
  }, [problems]);

  const show = (found: Problems) => {
    setProblems(found);
    setIsBusy(false);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const data = new FormData(form.current);
    const password = String(data.get("new_password") ?? "");
    if (password === "") return show({ password: text.required });
    setIsBusy(true);
    // Without the list the platform refuses common passwords alone.
    const isCommon = await loadCommonPasswords().catch(() => undefined);
    const broken = passwordProblems(password, { policy, username, isCommon });
    const differs = password === data.get("repeat") ? undefined : text.differs;
    if (broken.length > 0 || differs) {
      return show({
        password: sayAll(broken.map(toComplaint)),
        repeat: differs,
        at: broken.length > 0 ? undefined : "repeat",
      });
    }
    const refusal = await onSubmit(password, data);
    if (!refusal) return;
    if (refusal.reason === "weak") return show({ password: sayAll(refusal.complaints) });
    if (refusal.reason === "invalidOtp") return show({ other: loginText.failure.invalidOtp, at: "otp" });
    return show({ other: text.failure[refusal.reason] });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {problems.other && !isBusy && (
        <p className="gate-note" role="alert">
          {problems.other}
        </p>
      )}
      {username !== null && <input hidden readOnly name="username" autoComplete="username" value={username} />}
      <PasswordField
        name="new_password"
        label={text.password}
        error={problems.password}
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordRules password={typed} policy={policy} username={username} />
      <PasswordField name="repeat" label={text.repeat} error={problems.repeat} autoComplete="new-password" />
      {children}
      <button className="gate-button" type="submit" aria-disabled={isBusy}>
        {isBusy && <span className="gate-spinner" />}
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}

function toComplaint({ rule, params }: ReturnType<typeof passwordProblems>[number]): PasswordComplaint {
  return { key: `rules.password.${rule}`, params };
}

function sayAll(complaints: readonly PasswordComplaint[]): string | undefined {
  const { demands, business } = passwordText;
  const textOf = textsFrom({ rules: { password: demands, business } }, currentLanguage());
  const texts = complaints.map((complaint) =>
    "text" in complaint ? complaint.text : textOf(complaint.key, complaint.params),
  );
  return texts.length > 0 ? texts.join(". ") : undefined;
}
