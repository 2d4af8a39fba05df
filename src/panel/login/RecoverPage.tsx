import { useState } from "react";
import { setPasswordByLink } from "../providers/passwords.ts";
import { endSession } from "../session.ts";
import { AskForLink } from "./AskForLink.tsx";
import { Gate } from "./Gate.tsx";
import { loginText } from "./loginText.ts";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

/** A new password by the token of a link; without one, the way to get such a link. */
export function RecoverPage({ token }: { readonly token: string | null }) {
  const [step, setStep] = useState<"choose" | "invalid" | "done">("choose");
  const text = loginText.recovery;
  if (token === null || step === "invalid") return <AskForLink note={step === "invalid" ? text.invalid : undefined} />;
  if (step === "done") {
    return (
      <Gate title={text.doneTitle}>
        <p className="gate-text" role="status">
          {text.done}
        </p>
        <a className="gate-button" href="#/login/admin">
          {loginText.toLogin}
        </a>
      </Gate>
    );
  }
  const recover = async (password: string) => {
    const refusal = await setPasswordByLink(token, password);
    if (refusal?.reason !== "forbidden") {
      if (refusal) return refusal;
      // A session in this browser has ended with all others.
      endSession("loggedOut");
    }
    setStep(refusal ? "invalid" : "done");
    return null;
  };
  return (
    <Gate title={loginText.newPassword.title}>
      <NewPasswordForm username={null} onSubmit={recover} />
      <a className="gate-link" href="#/login/admin">
        {loginText.newPassword.cancel}
      </a>
    </Gate>
  );
}
