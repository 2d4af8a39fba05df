import { useState } from "react";
import type { Credentials, LoginError } from "../../providers/login.ts";
import { loginText } from "../../providers/loginText.ts";
import { type PasswordChangeError, replaceExpiredPassword } from "../../providers/passwords.ts";
import styles from "../../ui/login.module.css";
import { OtpHelp } from "../../ui/OtpHelp.tsx";
import { OtpField } from "./Field.tsx";
import { Gate } from "./Gate.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

interface ExpiredPasswordProps {
  /** The credentials from the login, valid but expired. */
  readonly credentials: Credentials;
  readonly onLogin: () => void;
  /** Back to the login: on request, or because the new password was not accepted. */
  readonly onBack: (error?: LoginError) => void;
}

/** Asks for a new password in place of an expired one, and logs in with it. */
export function ExpiredPassword({ credentials, onLogin, onBack }: ExpiredPasswordProps) {
  const [asksForOtp, setAsksForOtp] = useState(false);
  const replace = async (password: string, data: FormData): Promise<PasswordChangeError | null> => {
    const otp = String(data.get("otp") ?? "").trim() || credentials.otp;
    const failure = await replaceExpiredPassword({ ...credentials, ...(otp ? { otp } : {}) }, password);
    if (failure === null) onLogin();
    else if ("kind" in failure) onBack(failure);
    else if (failure.reason === "invalidOtp") setAsksForOtp(true);
    return failure === null || "kind" in failure ? null : failure;
  };
  return (
    <Gate title={loginText.newPassword.title}>
      <p className={styles.note} role="alert">
        {loginText.failure.passwordExpired}
      </p>
      <NewPasswordForm username={credentials.username} onSubmit={replace}>
        {asksForOtp && (
          <>
            <OtpHelp username={credentials.username} password={credentials.password} />
            <OtpField />
          </>
        )}
      </NewPasswordForm>
      <button className={styles.link} type="button" onClick={() => onBack()}>
        {loginText.newPassword.cancel}
      </button>
    </Gate>
  );
}
