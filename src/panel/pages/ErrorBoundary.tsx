import { Component, type ReactNode } from "react";
import { CrashPage } from "./CrashPage.tsx";

interface Caught {
  readonly error: unknown;
  readonly time: Date;
  /** Made here, as no server knows of it: the browser's console has the error under it. */
  readonly reference: string;
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
    const [part = 0] = crypto.getRandomValues(new Uint32Array(1));
    return { caught: { error, time: new Date(), reference: part.toString(16).padStart(8, "0") } };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.caught?.reference}:`, error);
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.caught && previous.address !== this.props.address) this.setState({ caught: null });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <CrashPage {...caught} onRetry={() => this.setState({ caught: null })} /> : this.props.children;
  }
}
