import type { ReactNode } from "react";
import { useDocumentTitle } from "../shell/useDocumentTitle.ts";
import { Logo } from "../theme/Logo.tsx";
import { loginText } from "./loginText.ts";
import "./login.css";

/** Frame of every page that can be seen without a session. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle([title]);
  return (
    <main className="gate">
      <div className="gate-card">
        <p className="gate-brand">
          <Logo size={28} />
          {loginText.product}
        </p>
        <h1 className="gate-title">{title}</h1>
        {children}
      </div>
    </main>
  );
}
