import type { ReactNode } from "react";
import { loginText } from "../../providers/loginText.ts";
import styles from "../../ui/login.module.css";
import { Logo } from "../../ui/theme/Logo.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";

/** Layout of all pages without a session. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle([title]);
  return (
    <main className={styles.gate}>
      <div className={`card full ${styles.card}`}>
        <p className="line below-16 quiet strong">
          <Logo size={28} />
          {loginText.product}
        </p>
        <h1 className="below-16">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** Placeholder while the panel's files load: the same header, so that nothing shifts. */
export function BootScreen() {
  return (
    <div aria-hidden="true">
      <div className={`line ${styles.bootHeader}`}>
        <Logo />
      </div>
    </div>
  );
}

/** The panel's files could not be loaded; offers a retry. */
export function LoadFailurePage() {
  const { title, text, retry } = loginText.loadFailure;
  return (
    <Gate title={title}>
      <p className="below-16 quiet">{text}</p>
      <button className={styles.button} type="button" onClick={() => window.location.reload()}>
        {retry}
      </button>
    </Gate>
  );
}

/** Error pages without a session. */
export function PublicErrorPage({ kind }: { kind: "error403" | "error404" }) {
  const { title, text } = loginText[kind];
  return (
    <Gate title={title}>
      <p className="below-16 quiet">{text}</p>
      <a className={styles.button} href="#/login/admin">
        {loginText.toLogin}
      </a>
    </Gate>
  );
}
