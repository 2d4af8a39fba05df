import { Link, Breadcrumbs as MuiBreadcrumbs, Typography } from "@mui/material";
import { useGetOne, useTranslate } from "ra-core";
import { Link as RouterLink, useParams } from "react-router";
import { pathTo, type View } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { nameKey } from "../resource/labels.ts";
import { recordTitle } from "../resource/recordTitle.ts";
import { useCurrentRecordTitle } from "./RecordTitle.tsx";
import { useDocumentTitle } from "./useDocumentTitle.ts";

interface Crumb {
  readonly label: string;
  /** Absent: the page one is on, or one that does not exist. */
  readonly to?: string;
}

export interface BreadcrumbsProps {
  resource: string;
  view: View;
}

/** The way up: parent list, parent record, list, record, what is being done to it. Names the browser's tab too. */
export function Breadcrumbs({ resource, view }: BreadcrumbsProps) {
  const translate = useTranslate();
  const crumbs = useCrumbs(resource, view);
  useDocumentTitle(crumbs.map(({ label }) => label).reverse());
  if (crumbs.length < 2) return null;
  return (
    <MuiBreadcrumbs aria-label={translate("app.breadcrumbs")} sx={{ mb: 1, fontSize: "caption.fontSize" }}>
      {crumbs.map(({ label, to }, index) =>
        to && index < crumbs.length - 1 ? (
          <Link key={label} component={RouterLink} to={to} variant="caption" color="textSecondary">
            {label}
          </Link>
        ) : (
          <Typography
            key={label}
            variant="caption"
            color="textPrimary"
            aria-current={index === crumbs.length - 1 ? "page" : undefined}
          >
            {label}
          </Typography>
        ),
      )}
    </MuiBreadcrumbs>
  );
}

function useCrumbs(resource: string, view: View): Crumb[] {
  const translate = useTranslate();
  const { id, parentId } = useParams();
  const title = useCurrentRecordTitle();
  const parentCrumbs = useParentCrumbs(resource, parentId);
  const plural = translate(nameKey(resource), { smart_count: 2 });
  const list: Crumb = { label: plural, to: pathTo(resource, "list", { parentId }) ?? undefined };
  const trail = [...parentCrumbs, list];
  if (view === "list") return trail;
  if (view === "create") return [...trail, { label: translate("app.view.create") }];
  const record: Crumb = {
    label: title ?? `#${id}`,
    to: pathTo(resource, "details", { id, parentId }) ?? undefined,
  };
  return view === "details" ? [...trail, record] : [...trail, record, { label: translate(`app.view.${view}`) }];
}

function useParentCrumbs(resource: string, parentId: string | undefined): Crumb[] {
  const translate = useTranslate();
  const access = useAccess();
  const parent = summaryOf(resource).parent?.resource;
  const { data } = useGetOne(
    parent ?? "",
    { id: parentId },
    { enabled: parent !== undefined && access.can(summaryOf(parent), "read") },
  );
  if (!parent) return [];
  return [
    {
      label: translate(nameKey(parent), { smart_count: 2 }),
      to: pathTo(parent, "list") ?? undefined,
    },
    {
      label: data ? recordTitle(summaryOf(parent).record, data) : `#${parentId}`,
      to: pathTo(parent, "details", { id: parentId }) ?? undefined,
    },
  ];
}
