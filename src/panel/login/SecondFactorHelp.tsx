import { useEffect, useState } from "react";
import type { Credentials } from "../providers/login.ts";
import { loadRegistration, type Registration } from "../providers/otpSecret.ts";
import { loginText } from "./loginText.ts";
import { RegistrationCode } from "./RegistrationCode.tsx";

type Known = "loading" | "failed" | "done" | Registration;

/** Whoever has no app yet gets the code to set one up with; the others learn what to do without theirs. */
export function SecondFactorHelp({ username, password }: Credentials) {
  const [known, setKnown] = useState<Known>("loading");
  useEffect(() => {
    let isCurrent = true;
    const learn = (value: Known) => isCurrent && setKnown(value);
    loadRegistration({ username, password }).then(
      (registration) => learn(registration ?? "done"),
      () => learn("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [username, password]);

  const texts = loginText.secondFactor;
  if (known === "loading") return null;
  if (known === "failed") return <p className="gate-text">{texts.failed}</p>;
  if (known === "done") return <p className="gate-text">{texts.lost}</p>;
  return (
    <section className="gate-register" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className="gate-text">{texts.text}</p>
      <RegistrationCode registration={known} alt={texts.alt} label={texts.secret} />
    </section>
  );
}
