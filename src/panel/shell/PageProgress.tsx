import { useTranslate } from "ra-core";
import { useIsOnTheWay } from "./destination.ts";
import "./progress.css";

/** A line at the top while the next page is on its way; nobody sees it where that is quick. */
export function PageProgress() {
  const translate = useTranslate();
  return useIsOnTheWay() && <div className="page-progress" role="progressbar" aria-label={translate("app.loading")} />;
}
