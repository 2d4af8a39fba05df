import { useTranslate } from "ra-core";
import { MessagePage } from "./MessagePage.tsx";

/** Stands in for a page whose licence the platform does not have. */
export function LicencePage({ licence }: { licence: string }) {
  const translate = useTranslate();
  return <MessagePage title={translate("app.page.licence")} text={translate("app.page.licenceText", { licence })} />;
}
