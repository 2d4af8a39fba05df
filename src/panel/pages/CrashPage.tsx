import { Button } from "@mui/material";
import { useTranslate } from "ra-core";
import { failureKeys } from "../providers/http.ts";
import { MessagePage } from "./MessagePage.tsx";

export interface CrashPageProps {
  error: unknown;
  /** When it happened. */
  time: Date;
  /** Shows the page again. */
  onRetry: () => void;
}

/** How browsers put it that a part of the panel could not be fetched. */
const lostPart = /dynamically imported module|Importing a module script failed/;

/** What is shown in place of a page that failed to render or to load. */
export function CrashPage({ error, time, onRetry }: CrashPageProps) {
  const translate = useTranslate();
  const message = error instanceof Error ? error.message : String(error);
  const reason = lostPart.test(message) ? failureKeys.network : message;
  return (
    <MessagePage
      title={translate("app.page.crash")}
      text={translate("app.page.crashText", { reason: translate(reason, { _: reason }), time: time.toLocaleString() })}
    >
      <Button onClick={onRetry}>{translate("app.page.retry")}</Button>
      <Button onClick={() => window.location.reload()}>{translate("app.page.reload")}</Button>
    </MessagePage>
  );
}
