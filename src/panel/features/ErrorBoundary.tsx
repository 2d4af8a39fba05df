import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Component, type ReactNode } from "react";
import { useTranslate } from "react-admin";
import { formatDateTime } from "../../core/values/dateTime.ts";
import { browserZone } from "../kinds/time/browserZone.ts";
import { incidentOf } from "../providers/errors.ts";
import { failureKeys } from "../providers/http.ts";
import { MessagePage } from "../ui/MessagePage.tsx";
import { useCopy } from "../ui/useCopy.ts";

interface CaughtError {
  readonly error: unknown;
  readonly time: Date;
  /** Generated here, as no server knows the error: the browser's console has it under this reference. */
  readonly reference: string;
}

interface ErrorBoundaryProps {
  /** The page's URL: navigation resets the boundary. */
  address: string;
  children: ReactNode;
}

/** Keeps header and menu alive when a page fails. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: CaughtError | null }> {
  override state: { caught: CaughtError | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: CaughtError } {
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

interface CrashPageProps {
  error: unknown;
  /** Time of the error. */
  time: Date;
  /** Reference of the error in the browser's console. */
  reference: string;
  /** Renders the page again. */
  onRetry: () => void;
}

/** Browsers' messages for a chunk that failed to load. */
const lostPart = /dynamically imported module|Importing a module script failed/;

/** Replaces a page that failed to render or load. */
function CrashPage({ error, time, reference, onRetry }: CrashPageProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const message = error instanceof Error ? error.message : String(error);
  const reason = lostPart.test(message) ? failureKeys.network : message;
  const incident = incidentOf(error);
  const incidentText = incident
    ? translate("app.page.incident", {
        ...incident,
        time: formatDateTime(new Date(incident.time), browserZone(), { seconds: true }),
      })
    : translate("app.page.reference", { reference, time: formatDateTime(time, browserZone(), { seconds: true }) });
  const text = translate("app.page.crashText", { reason: translate(reason, { _: reason }) });
  const report = [text, incidentText, window.location.href, __PANEL_VERSION__].join("\n");
  return (
    <MessagePage
      title={translate("app.page.crash")}
      text={text}
      details={
        <Typography color="textSecondary" className="below-16">
          {incidentText}
        </Typography>
      }
    >
      <Button onClick={onRetry}>{translate("app.page.retry")}</Button>
      <Button onClick={() => window.location.reload()}>{translate("app.page.reload")}</Button>
      <Button onClick={() => void copy(report)}>{translate("app.notice.copy")}</Button>
    </MessagePage>
  );
}
