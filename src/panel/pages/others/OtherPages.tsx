import { Navigate, type Params, useLocation } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { toRefused } from "../../explain/question.ts";
import { useAccess, useFacts } from "../../providers/FactsContext.tsx";
import { LicencePage } from "../LicencePage.tsx";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { FramedPage } from "./FramedPage.tsx";
import { mayOpen, needsOf, questionOf } from "./rights.ts";
import { findPage } from "./table.ts";
import { WindowPage } from "./WindowPage.tsx";

/** Whatever is at an address without a schema: a page of the older panel, a link elsewhere, an older address. */
export function OtherPages() {
  const { pathname, search, state } = useLocation();
  const found = findPage(pathname);
  if (!found) return <NotFoundPage />;
  if ("redirect" in found) {
    const { redirect } = found;
    return <Navigate to={redirect.includes("?") ? redirect : redirect + search} replace state={state} />;
  }
  return <GuardedPage {...found} />;
}

/** The same checks as for every page of our own. */
function GuardedPage({ page, params }: { page: PageDescriptor; params: Params }) {
  const access = useAccess();
  const { hasOlderPanel } = useFacts();
  const needs = needsOf(page);
  const lack = access.findLack({ needs });
  if ((lack && lack !== "licence") || !mayOpen(page, access)) {
    const question = questionOf(page);
    return <Navigate to="/error403" replace state={question && toRefused(question)} />;
  }
  if (lack) return <LicencePage licence={needs?.licence ?? ""} />;
  if (page.kind === "window") return <WindowPage page={page} params={params} />;
  // Below a list of our own there is nothing but what the older panel may have.
  const above = page.trail.at(-1);
  if (page.isRest && !hasOlderPanel && above && "resource" in above) return <NotFoundPage />;
  return <FramedPage page={page} params={params} />;
}
