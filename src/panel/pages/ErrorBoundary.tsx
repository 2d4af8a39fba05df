import { Component, type ReactNode } from "react";
import { CrashPage } from "./CrashPage.tsx";

interface Caught {
  readonly error: unknown;
  readonly time: Date;
}

export interface ErrorBoundaryProps {
  /** Where the page is: going elsewhere heals it. */
  address: string;
  children: ReactNode;
}

/** Keeps header and menu alive when a page fails. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error, time: new Date() } };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.caught && previous.address !== this.props.address) this.setState({ caught: null });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <CrashPage {...caught} onRetry={() => this.setState({ caught: null })} /> : this.props.children;
  }
}
