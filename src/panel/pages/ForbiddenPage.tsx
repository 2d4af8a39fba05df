import { useTranslate } from "ra-core";
import { MessagePage } from "./MessagePage.tsx";

export function ForbiddenPage() {
  const translate = useTranslate();
  return <MessagePage mark="403" title={translate("app.page.forbidden")} text={translate("app.page.forbiddenText")} />;
}
