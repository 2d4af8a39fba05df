import { useTranslate } from "ra-core";
import { lazy, Suspense } from "react";
import { Navigate } from "react-router";
import { toRefused } from "../explain/question.ts";
import { lackOfOlder, mayOpenOlder, type OlderPageEntry } from "../olderPages.ts";
import { LicencePage } from "../pages/LicencePage.tsx";
import { useAccess } from "../providers/FactsContext.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

const OlderPage = lazy(async () => ({ default: (await import("../pages/olderPage/OlderPage.tsx")).OlderPage }));

/** A page of the older panel: the same checks as for our own, then its frame. */
export function OlderPageRoute({ page }: { page: OlderPageEntry }) {
  const translate = useTranslate();
  const access = useAccess();
  const lack = lackOfOlder(page, access);
  if (lack === "licence") return <LicencePage licence={page.needs?.licence ?? ""} />;
  if (lack || !mayOpenOlder(page, access)) {
    const refused = "page" in page.guard ? toRefused({ page: page.guard.page, right: "read" }) : undefined;
    return <Navigate to="/error403" replace state={refused} />;
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <OlderPage title={translate(`app.older.pages.${page.name}`)} />
    </Suspense>
  );
}
