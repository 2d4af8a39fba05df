import { useTranslate } from "ra-core";
import { BackButton } from "./BackButton.tsx";
import { MessagePage } from "./MessagePage.tsx";

export function NotFoundPage() {
  const translate = useTranslate();
  return (
    <MessagePage mark="404" title={translate("app.page.notFound")} text={translate("app.page.notFoundText")}>
      <BackButton />
    </MessagePage>
  );
}
