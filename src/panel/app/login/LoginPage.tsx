import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { chooseLanguage, currentLanguage, languageName, offeredLanguages } from "../../providers/language.ts";
import { type Credentials, type LoginError, requestLogin } from "../../providers/login.ts";
import { loginText } from "../../providers/loginText.ts";
import type { EndReason } from "../../providers/session.ts";
import loginStyles from "../../ui/login.module.css";
import type { ExpiredPassword } from "./ExpiredPassword.tsx";
import { Field, OtpField, PasswordField } from "./Field.tsx";
import { Gate } from "./Gate.tsx";

interface LoginPageProps {
  /** The reason that the last session ended, if one did. */
  endReason?: EndReason;
  /** Called on submit: the panel can start loading. */
  onAttempt: () => void;
  /** Called when the session has started. */
  onLogin: () => void;
}

interface LoginFailure extends LoginError {
  /** The password was right, and no code had been asked for yet. */
  readonly isFirst: boolean;
}

/** Lazy, for users with a second factor. The form works without it. */
const OtpHelp = lazy(() =>
  import("../../ui/OtpHelp.tsx").then(
    (module) => ({ default: module.OtpHelp }),
    () => ({ default: () => null }),
  ),
);

/** The form for a new password: loaded when one is expired, with the expired password. */
interface ExpiredLogin {
  readonly Page: typeof ExpiredPassword;
  readonly credentials: Credentials;
}

export function LoginPage({ endReason, onAttempt, onLogin }: LoginPageProps) {
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  /** The user whose password was right, so that only the code is missing. */
  const [verified, setVerified] = useState<Credentials | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [expired, setExpired] = useState<ExpiredLogin | null>(null);
  const form = useRef<HTMLFormElement>(null);

  // The page has one purpose: users can type at once, and after an error fix the likeliest mistake.
  useEffect(() => {
    focus(form.current, !failure ? "username" : failure.kind === "invalidOtp" ? "otp" : "password");
  }, [failure]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const data = new FormData(form.current);
    const textOf = (name: string) => String(data.get(name) ?? "");
    const absent = ["username", "password"].filter((name) => textOf(name).trim() === "");
    setMissing(absent);
    if (absent[0]) return focus(form.current, absent[0]);
    setIsBusy(true);
    onAttempt();
    const otp = textOf("otp").trim();
    const person = { username: textOf("username").trim(), password: textOf("password") };
    const credentials = { ...person, ...(otp ? { otp } : {}) };
    const loginError = await requestLogin(credentials);
    // After a success the form stays busy until the panel replaces it.
    if (!loginError) return onLogin();
    const Page = loginError.kind === "passwordExpired" ? await loadExpiredPassword() : null;
    setIsBusy(false);
    setExpired(Page && { Page, credentials });
    // Users cannot know that a code is required: asking for it is no failure.
    setFailure({ ...loginError, isFirst: loginError.kind === "invalidOtp" && otp === "" && !verified });
    if (loginError.kind === "invalidOtp") setVerified(person);
  };

  if (expired) {
    const back = (error?: LoginError) => {
      setExpired(null);
      setFailure(error ? { ...error, isFirst: false } : null);
      setVerified(null);
    };
    return <expired.Page credentials={expired.credentials} onLogin={onLogin} onBack={back} />;
  }
  return (
    <Gate title={loginText.title}>
      {failure && !isBusy && (
        <p className={loginStyles.note} role={failure.isFirst ? "status" : "alert"}>
          {failure.isFirst ? loginText.secondFactor.wanted : failureText(failure)}
        </p>
      )}
      {!failure && endReason && (
        <p className={loginStyles.note} role="status">
          {loginText.ended[endReason]}
        </p>
      )}
      <form ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
        <Field
          name="username"
          label={loginText.username}
          error={missing.includes("username") ? loginText.usernameRequired : undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          name="password"
          label={loginText.password}
          error={missing.includes("password") ? loginText.passwordRequired : undefined}
          autoComplete="current-password"
        />
        {verified && (
          <>
            <Suspense>
              <OtpHelp {...verified} />
            </Suspense>
            <OtpField />
          </>
        )}
        <button className={loginStyles.button} type="submit" aria-disabled={isBusy}>
          {isBusy && <span className={loginStyles.spinner} />}
          {isBusy ? loginText.busy : loginText.submit}
        </button>
      </form>
      <a className={loginStyles.link} href="#/recoverpassword">
        {loginText.forgot}
      </a>
      {offeredLanguages().length > 1 && <LanguageSelect />}
    </Gate>
  );
}

function failureText({ kind, retryAfter }: LoginError): string {
  if (kind !== "banned" || retryAfter === undefined) return loginText.failure[kind];
  const text = loginText.bannedFor;
  const when = new Intl.RelativeTimeFormat(currentLanguage());
  return text.replace("%{when}", when.format(Math.ceil(retryAfter / 60), "minute"));
}

/** Null if its chunk fails to load: the error alone is shown then. */
async function loadExpiredPassword(): Promise<typeof ExpiredPassword | null> {
  const loaded = await import("./ExpiredPassword.tsx").catch(() => null);
  return loaded?.ExpiredPassword ?? null;
}

function focus(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

/** The language of login and panel. Typed text stays. */
function LanguageSelect() {
  return (
    <label className="line note above-16">
      {loginText.language}
      <select
        className="control"
        value={currentLanguage()}
        // If the texts cannot be loaded, the current language stays.
        onChange={({ target }) => void chooseLanguage(target.value).catch(() => undefined)}
      >
        {offeredLanguages().map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </label>
  );
}
