import { type ReactNode, useEffect, useState } from "react";
import type { Registration } from "../providers/otpSecret.ts";
import "./registrationCode.css";

interface RegistrationCodeProps {
  readonly registration: Registration;
  /** What the picture is, for those who do not see it. */
  readonly alt: string;
  /** Stands before the secret. */
  readonly label: string;
  /** Stands behind the secret. */
  readonly end?: ReactNode;
}

/** The QR code for an app's camera, and the secret as text for those without one. */
export function RegistrationCode({ registration, alt, label, end }: RegistrationCodeProps) {
  const { picture, secret } = registration;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <div className="registration">
      <img src={address} alt={alt} width={192} height={192} />
      <div className="registration-secret">
        {label}
        <code>{inGroups(secret)}</code>
        {end}
      </div>
    </div>
  );
}

/** Copied with its blanks it is the same to every app. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
