import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { Link, Navigate, useParams } from "react-router";
import { ownReseller } from "../../core/access/viewAs.ts";
import { pathTo } from "../navigation/paths.ts";
import { useAccess, useStartupData } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import { BrandingEditor } from "../resources/resellerbrandings/BrandingEditor.tsx";
import { useDocumentTitle } from "../ui/useDocumentTitle.ts";
import { toRefusedState } from "../views/explain/accessQuestion.ts";

/**
 * `/reseller/css`, the user's own reseller's branding, and `/reseller/{id}/css`, the legacy URL of what is a tab of
 * that reseller here.
 */
export function BrandingPage(): ReactNode {
  const { id } = useParams();
  const { admin } = useStartupData();
  const translate = useTranslate();
  const maySeeAll = useAccess().can(summaryOf("resellers"), "read");
  const title = translate("branding.title");
  useDocumentTitle([title]);
  const ownResellerId = ownReseller(admin);
  if (maySeeAll && id === undefined) return <EachItsOwn title={title} />;
  if (maySeeAll)
    return <Navigate to={pathTo("resellers", "details", { id, tab: "branding" }) ?? "/error404"} replace />;
  if (ownResellerId === null || (id !== undefined && Number(id) !== ownResellerId)) {
    return <Navigate to="/error403" replace state={toRefusedState({ page: "page.panelBranding", right: "read" })} />;
  }
  return <BrandingEditor resellerId={ownResellerId} title={title} />;
}

/** The platform's operators have no branding of their own; those of the resellers are on their pages. */
function EachItsOwn({ title }: { readonly title: string }): ReactNode {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography color="textSecondary" className="prose below-16">
        {translate("branding.eachItsOwn")}
      </Typography>
      <Button variant="contained" component={Link} to={pathTo("resellers", "list") ?? "/"}>
        {translate("branding.toResellers")}
      </Button>
    </>
  );
}
