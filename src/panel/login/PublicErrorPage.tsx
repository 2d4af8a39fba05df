import { Gate } from "./Gate.tsx";
import { loginText } from "./loginText.ts";

/** The error pages as someone without a session sees them. */
export function PublicErrorPage({ kind }: { kind: "error403" | "error404" }) {
  const { title, text } = loginText[kind];
  return (
    <Gate title={title}>
      <p className="gate-text">{text}</p>
      <a className="gate-button" href="#/login/admin">
        {loginText.toLogin}
      </a>
    </Gate>
  );
}
