import { Gate } from "./Gate.tsx";
import { loginText } from "./loginText.ts";

/** The panel's own files could not be fetched; trying again is all one can do. */
export function LoadFailurePage() {
  const { title, text, retry } = loginText.loadFailure;
  return (
    <Gate title={title}>
      <p className="gate-text">{text}</p>
      <button className="gate-button" type="button" onClick={() => window.location.reload()}>
        {retry}
      </button>
    </Gate>
  );
}
