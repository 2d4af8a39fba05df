import { type FormEvent, useEffect, useRef, useState } from "react";
import { loginText } from "../../providers/loginText.ts";
import { type PasswordChangeError, requestResetLink, setPasswordByLink } from "../../providers/passwords.ts";
import { endSession } from "../../providers/session.ts";
import styles from "../../ui/login.module.css";
import { Field } from "./Field.tsx";
import { Gate } from "./Gate.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

/** Sets a new password with a link's token; without one, requests a link. */
export function RecoverPage({ token }: { readonly token: string | null }) {
  const [step, setStep] = useState<"choose" | "invalid" | "done">("choose");
  const text = loginText.recovery;
  if (token === null || step === "invalid") return <AskForLink note={step === "invalid" ? text.invalid : undefined} />;
  if (step === "done") {
    return (
      <Gate title={text.doneTitle}>
        <p className="below-16 quiet" role="status">
          {text.done}
        </p>
        <a className={styles.button} href="#/login/admin">
          {loginText.toLogin}
        </a>
      </Gate>
    );
  }
  const recover = async (password: string) => {
    const error = await setPasswordByLink(token, password);
    if (error?.reason !== "forbidden") {
      if (error) return error;
      // This browser's session has ended with all others.
      endSession("loggedOut");
    }
    setStep(error ? "invalid" : "done");
    return null;
  };
  return (
    <Gate title={loginText.newPassword.title}>
      <NewPasswordForm username={null} onSubmit={recover} />
      <a className={styles.link} href="#/login/admin">
        {loginText.newPassword.cancel}
      </a>
    </Gate>
  );
}

interface AskForLinkProps {
  /** The reason that a new link is needed. */
  readonly note?: string;
}

function errorKey({ reason }: PasswordChangeError): string {
  const { failure } = loginText.newPassword;
  return reason === "weak" || reason === "invalidOtp" || reason === "forbidden" ? failure.unexpected : failure[reason];
}

/** Requests a password link; the response is the same for everyone. */
function AskForLink({ note }: AskForLinkProps) {
  const text = loginText.recovery;
  const [error, setError] = useState<{ readonly isMissing?: boolean; readonly text: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!isSent) form.current?.querySelector("input")?.focus();
  }, [isSent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const username = String(new FormData(form.current).get("username") ?? "").trim();
    if (username === "") {
      setError({ isMissing: true, text: loginText.usernameRequired });
      form.current.querySelector("input")?.focus();
      return;
    }
    setIsBusy(true);
    const requestError = await requestResetLink(username);
    setIsBusy(false);
    setIsSent(requestError === null);
    setError(requestError && { text: errorKey(requestError) });
  };

  if (isSent) {
    return (
      <Gate title={text.sentTitle}>
        <div role="status">
          <p className="below-16 quiet">{text.sent}</p>
          <p className="below-16 quiet">{text.sentMore}</p>
        </div>
        <a className={styles.button} href="#/login/admin">
          {loginText.toLogin}
        </a>
        <button className={styles.link} type="button" onClick={() => setIsSent(false)}>
          {text.again}
        </button>
      </Gate>
    );
  }
  return (
    <Gate title={text.title}>
      {note && !error && (
        <p className={styles.note} role="alert">
          {note}
        </p>
      )}
      {error && !error.isMissing && (
        <p className={styles.note} role="alert">
          {error.text}
        </p>
      )}
      <p className="below-16 quiet">{text.text}</p>
      <form ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <Field
          name="username"
          label={loginText.username}
          error={error?.isMissing ? error.text : undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button className={styles.button} type="submit" aria-disabled={isBusy}>
          {isBusy && <span className={styles.spinner} />}
          {isBusy ? loginText.newPassword.busy : text.submit}
        </button>
      </form>
      <a className={styles.link} href="#/login/admin">
        {loginText.newPassword.cancel}
      </a>
    </Gate>
  );
}
