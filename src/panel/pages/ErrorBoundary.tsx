import { Component, type ReactNode } from "react";
import { CrashPage } from "./CrashPage.tsx";

interface Caught {
  readonly error: unknown;
  readonly time: Date;
}

/** Keeps header and menu alive when a page fails. Give it a key of the address, so that leaving the page heals it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error, time: new Date() } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <CrashPage error={caught.error} time={caught.time} /> : this.props.children;
  }
}
