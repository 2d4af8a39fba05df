import { type ReactNode, useEffect, useState } from "react";
import type { Credentials } from "../providers/login.ts";
import { loginText } from "../providers/loginText.ts";
import { loadRegistration, type Registration } from "../providers/otpSecret.ts";
import loginStyles from "./login.module.css";
import styles from "./registrationCode.module.css";

type OtpState = "loading" | "failed" | "done" | Registration;

/** Users without an app get the setup code; others learn what to do if they lost theirs. */
export function OtpHelp({ username, password }: Credentials) {
  const [state, setState] = useState<OtpState>("loading");
  useEffect(() => {
    let isCurrent = true;
    const learn = (value: OtpState) => isCurrent && setState(value);
    loadRegistration({ username, password }).then(
      (registration) => learn(registration ?? "done"),
      () => learn("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [username, password]);

  const texts = loginText.secondFactor;
  if (state === "loading") return null;
  if (state === "failed") return <p className="below-16 quiet">{texts.failed}</p>;
  if (state === "done") return <p className="below-16 quiet">{texts.lost}</p>;
  return (
    <section className={`above-16 below-16 ${loginStyles.register}`} aria-label={texts.title}>
      <h2 className="text-16 below-8">{texts.title}</h2>
      <p className="below-12 quiet">{texts.text}</p>
      <RegistrationCode registration={state} alt={texts.alt} label={texts.secret} />
    </section>
  );
}

interface RegistrationCodeProps {
  readonly registration: Registration;
  /** Alternative text of the QR code. */
  readonly alt: string;
  /** Text before the secret. */
  readonly label: string;
  /** Text after the secret. */
  readonly end?: ReactNode;
}

/** The QR code for an app's camera, and the secret as text for users without one. */
export function RegistrationCode({ registration, alt, label, end }: RegistrationCodeProps) {
  const { picture, secret } = registration;
  const [pictureUrl, setPictureUrl] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    setPictureUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <div className={`row gap-12 across-24 middle full ${styles.registration}`}>
      <img src={pictureUrl} alt={alt} width={192} height={192} />
      <div className={`quiet ${styles.secret}`}>
        {label}
        <code className="block above-4 below-4 text-13">{inGroups(secret)}</code>
        {end}
      </div>
    </div>
  );
}

/** Apps ignore the spaces when it is copied. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
