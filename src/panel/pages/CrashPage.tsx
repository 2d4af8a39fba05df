import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { formatDateTime } from "../../core/dateTime.ts";
import { browserZone } from "../kinds/dateTime/browserZone.ts";
import { failureKeys } from "../providers/http.ts";
import { incidentOf } from "../providers/incident.ts";
import { useCopy } from "../shell/useCopy.ts";
import { MessagePage } from "./MessagePage.tsx";

export interface CrashPageProps {
  error: unknown;
  /** When it happened. */
  time: Date;
  /** Under which the browser's console has it. */
  reference: string;
  /** Shows the page again. */
  onRetry: () => void;
}

/** How browsers put it that a part of the panel could not be fetched. */
const lostPart = /dynamically imported module|Importing a module script failed/;

/** What is shown in place of a page that failed to render or to load. */
export function CrashPage({ error, time, reference, onRetry }: CrashPageProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const message = error instanceof Error ? error.message : String(error);
  const reason = lostPart.test(message) ? failureKeys.network : message;
  const incident = incidentOf(error);
  const told = incident
    ? translate("app.page.incident", {
        ...incident,
        time: formatDateTime(new Date(incident.time), browserZone(), { seconds: true }),
      })
    : translate("app.page.reference", { reference, time: formatDateTime(time, browserZone(), { seconds: true }) });
  const text = translate("app.page.crashText", { reason: translate(reason, { _: reason }) });
  const report = [text, told, window.location.href, __PANEL_VERSION__].join("\n");
  return (
    <MessagePage
      title={translate("app.page.crash")}
      text={text}
      details={
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {told}
        </Typography>
      }
    >
      <Button onClick={onRetry}>{translate("app.page.retry")}</Button>
      <Button onClick={() => window.location.reload()}>{translate("app.page.reload")}</Button>
      <Button onClick={() => void copy(report)}>{translate("app.notice.copy")}</Button>
    </MessagePage>
  );
}
