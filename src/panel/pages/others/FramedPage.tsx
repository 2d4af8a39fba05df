import { useTranslate } from "ra-core";
import { useState } from "react";
import { Navigate, type Params, useLocation } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { useFacts } from "../../providers/FactsContext.tsx";
import { Trail } from "../../shell/Trail.tsx";
import { useDocumentTitle } from "../../shell/useDocumentTitle.ts";
import { MessagePage } from "../MessagePage.tsx";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { framedPath } from "./frameAddress.ts";
import { OlderFrame } from "./OlderFrame.tsx";
import { isKnown } from "./table.ts";
import { usePageCrumbs } from "./usePageCrumbs.ts";

/** A page that only the older panel has, framed inside the shell; where there is no older panel, it says so. */
export function FramedPage({ page, params }: { page: PageDescriptor; params: Params }) {
  const translate = useTranslate();
  const { hasOlderPanel } = useFacts();
  const location = useLocation();
  const [frameTitle, setFrameTitle] = useState("");
  const title = translate(`pages.names.${page.name}`);
  // What is below a page, or at any path, is best called what it calls itself.
  const isNamed = !page.isRest && page.kind !== "passthrough";
  const crumbs = usePageCrumbs(page, params, isNamed ? undefined : frameTitle || undefined);
  const own = crumbs.map(({ label }) => label).reverse();
  useDocumentTitle(frameTitle && !own.includes(frameTitle) ? [frameTitle, ...own] : own);

  const path = framedPath(page, params, location);
  if (path === null) return <NotFoundPage />;
  const isOfAnother = page.kind === "passthrough" && isKnown(path.split("?")[0] ?? "");
  if (isOfAnother && path !== location.pathname + location.search) return <Navigate to={path} replace />;
  return (
    <>
      <Trail crumbs={crumbs} />
      {hasOlderPanel ? (
        <OlderFrame title={title} path={path} onTitle={setFrameTitle} />
      ) : (
        <MessagePage title={title} text={translate("pages.none")} />
      )}
    </>
  );
}
