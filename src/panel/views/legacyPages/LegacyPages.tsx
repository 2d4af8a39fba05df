import OpenInNew from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { Navigate, type Params, useLocation } from "react-router";
import type { PageDescriptor } from "../../../core/schema/descriptor.ts";
import { Breadcrumbs } from "../../navigation/Breadcrumbs.tsx";
import { useAccess, useStartupData } from "../../providers/StartupDataContext.tsx";
import { LicencePage, MessagePage, NotFoundPage } from "../../ui/MessagePage.tsx";
import styles from "../../ui/page.module.css";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { toRefusedState } from "../explain/accessQuestion.ts";
import { fillPath, findPage, isKnownPath } from "./findPage.ts";
import { framedPath } from "./frameUrl.ts";
import { LegacyFrame } from "./LegacyFrame.tsx";
import { usePageCrumbs } from "./pageCrumbs.tsx";
import { isServed, mayOpen, pageNeeds, pageQuestion } from "./rights.ts";

/** Pages without a schema: a legacy page, an external link, or a legacy URL. */
export function LegacyPages({ otherwise = <NotFoundPage /> }: { readonly otherwise?: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const match = findPage(pathname);
  if (!match) return otherwise;
  if ("redirect" in match) {
    const { redirect } = match;
    return <Navigate to={redirect.includes("?") ? redirect : redirect + search} replace state={state} />;
  }
  return <GuardedPage {...match} otherwise={otherwise} />;
}

interface PageProps {
  readonly page: PageDescriptor;
  readonly params: Params;
}

/** Checks access as for our own pages. */
function GuardedPage({ page, params, otherwise }: PageProps & { readonly otherwise: ReactNode }) {
  const access = useAccess();
  const { hasLegacyPanel } = useStartupData();
  const needs = pageNeeds(page);
  const lack = access.findLack({ needs });
  if ((lack && lack !== "licence") || !mayOpen(page, access)) {
    const question = pageQuestion(page);
    return <Navigate to="/error403" replace state={question && toRefusedState(question)} />;
  }
  if (lack) return <LicencePage licence={needs?.licence ?? ""} />;
  if (page.kind === "window") return <WindowPage page={page} params={params} />;
  // Below our own lists there is only what the legacy panel may have.
  const above = page.breadcrumbs.at(-1);
  if (page.isCatchAll && !hasLegacyPanel && above && "resource" in above) return otherwise;
  return <FramedPage page={page} params={params} />;
}

/** A legacy page, framed inside the shell; says so where there is no legacy panel. */
function FramedPage({ page, params }: { page: PageDescriptor; params: Params }) {
  const translate = useTranslate();
  const { hasLegacyPanel } = useStartupData();
  const location = useLocation();
  const [frameTitle, setFrameTitle] = useState("");
  const title = translate(`pages.names.${page.name}`);
  // A page below another, or at any path, is best titled by itself.
  const isNamed = !page.isCatchAll && page.kind !== "passthrough";
  const crumbs = usePageCrumbs(page, params, isNamed ? undefined : frameTitle || undefined);
  const titles = crumbs.map(({ label }) => label).reverse();
  useDocumentTitle(frameTitle && !titles.includes(frameTitle) ? [frameTitle, ...titles] : titles);

  const path = framedPath(page, params, location);
  if (path === null) return <NotFoundPage />;
  const isOfAnother = page.kind === "passthrough" && isKnownPath(path.split("?")[0] ?? "");
  if (isOfAnother && path !== location.pathname + location.search) return <Navigate to={path} replace />;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      {hasLegacyPanel ? (
        <LegacyFrame title={title} path={path} onTitle={setFrameTitle} />
      ) : (
        <MessagePage title={title} text={translate("pages.none")} />
      )}
    </>
  );
}

/** Links to a page that opens in a new window: without a click it would be blocked as a popup. */
function WindowPage({ page, params }: { page: PageDescriptor; params: Params }) {
  const translate = useTranslate();
  const facts = useStartupData();
  const crumbs = usePageCrumbs(page, params);
  const title = translate(`pages.names.${page.name}`);
  useDocumentTitle(crumbs.map(({ label }) => label).reverse());
  const { href } = page;
  if (href === undefined || !isServed(page, facts)) {
    return (
      <>
        <Breadcrumbs crumbs={crumbs} />
        <MessagePage title={title} text={translate(page.servedBy === "platform" ? "pages.noPlatform" : "pages.none")} />
      </>
    );
  }
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <div className={styles.message}>
        <Typography variant="h1" gutterBottom>
          {title}
        </Typography>
        <Typography color="textSecondary" className="below-16">
          {translate("pages.window")}
        </Typography>
        <Button variant="contained" href={toUrl(href, params)} target="_blank" rel="noopener" endIcon={<OpenInNew />}>
          {translate("pages.openWindow", { name: title })}
        </Button>
      </div>
    </>
  );
}

function toUrl(opens: string, params: Params): string {
  return opens.includes(":") ? fillPath(opens, params) : opens;
}
