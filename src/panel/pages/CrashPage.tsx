import { Button } from "@mui/material";
import { useTranslate } from "ra-core";
import { MessagePage } from "./MessagePage.tsx";

export interface CrashPageProps {
  error: unknown;
  /** When it happened. */
  time: Date;
}

/** What is shown in place of a page that failed to render or to load. */
export function CrashPage({ error, time }: CrashPageProps) {
  const translate = useTranslate();
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <MessagePage
      title={translate("app.page.crash")}
      text={translate("app.page.crashText", { reason: translate(reason, { _: reason }), time: time.toLocaleString() })}
    >
      <Button onClick={() => window.location.reload()}>{translate("app.page.reload")}</Button>
    </MessagePage>
  );
}
