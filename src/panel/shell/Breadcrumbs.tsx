import { useGetOne, useTranslate } from "ra-core";
import { useParams } from "react-router";
import { recordTitle } from "../../core/recordTitle.ts";
import { pathTo, type View } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { nameKey } from "../resource/labels.ts";
import { useCurrentRecordTitle } from "./RecordTitle.tsx";
import { type Crumb, Trail } from "./Trail.tsx";
import { useDocumentTitle } from "./useDocumentTitle.ts";

export interface BreadcrumbsProps {
  resource: string;
  view: View;
}

/** The way up: parent list, parent record, list, record, what is being done to it. Names the browser's tab too. */
export function Breadcrumbs({ resource, view }: BreadcrumbsProps) {
  const crumbs = useCrumbs(resource, view);
  useDocumentTitle(crumbs.map(({ label }) => label).reverse());
  return <Trail crumbs={crumbs} />;
}

function useCrumbs(resource: string, view: View): Crumb[] {
  const translate = useTranslate();
  const { id, parentId } = useParams();
  const title = useCurrentRecordTitle();
  const parentCrumbs = useParentCrumbs(resource, parentId);
  const plural = translate(nameKey(resource), { smart_count: 2 });
  const list: Crumb = {
    label: plural,
    to: pathTo(resource, "list", { parentId }) ?? undefined,
    isList: true,
  };
  const trail = [...parentCrumbs, list];
  // There is no record below the tab that has the settings: they are the record.
  if (summaryOf(resource).settingsOf) return [...trail, { label: translate(`app.view.${view}`) }];
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
      isList: true,
    },
    {
      label: data ? recordTitle(summaryOf(parent).record, data) : `#${parentId}`,
      to: pathTo(parent, "details", { id: parentId }) ?? undefined,
    },
  ];
}
