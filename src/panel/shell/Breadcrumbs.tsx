import { useGetOne, useTranslate } from "ra-core";
import { useParams } from "react-router";
import { recordTitle } from "../../core/recordTitle.ts";
import { pathTo, type View } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { nameKey } from "../resource/labels.ts";
import { titleExpand } from "../resource/titleExpand.ts";
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
  // Not before its parent is chosen does a child have a list.
  const isPlaced = parentId !== undefined || !summaryOf(resource).parent;
  const list: Crumb = {
    label: plural,
    to: (isPlaced && pathTo(resource, "list", { parentId })) || undefined,
    isList: true,
  };
  const trail = [...parentCrumbs, list];
  // There is no record below the tab that has the settings: they are the record.
  if (summaryOf(resource).settingsOf) return [...trail, { label: translate(`app.view.${view}`) }];
  if (view === "list") return trail;
  if (view === "create" || view === "upload") return [...trail, { label: translate(`app.view.${view}`) }];
  const record: Crumb = {
    label: title ?? `#${id}`,
    to: pathTo(resource, "details", { id, parentId }) ?? undefined,
  };
  return view === "details" ? [...trail, record] : [...trail, record, { label: translate(`app.view.${view}`) }];
}

/** What owns the page's record, and what owns that. */
function useParentCrumbs(resource: string, parentId: string | undefined): Crumb[] {
  const parent = useParent(resource, parentId);
  const grandparent = useParent(parent?.resource, parent?.parentId);
  return [grandparent, parent].flatMap((one) => one?.crumbs ?? []);
}

interface Parent {
  readonly resource: string;
  /** Of the record that owns it in turn, once that is known. */
  readonly parentId: string | undefined;
  readonly crumbs: readonly Crumb[];
}

function useParent(resource: string | undefined, id: string | undefined): Parent | undefined {
  const translate = useTranslate();
  const access = useAccess();
  const parent = resource === undefined ? undefined : summaryOf(resource).parent?.resource;
  const expand = parent === undefined ? [] : titleExpand(parent);
  const { data } = useGetOne(
    parent ?? "",
    { id, ...(expand.length > 0 ? { meta: { expand } } : {}) },
    { enabled: parent !== undefined && id !== undefined && access.can(summaryOf(parent), "read") },
  );
  if (!parent || id === undefined) return undefined;
  const { record, parent: above } = summaryOf(parent);
  const parentId = above && data ? String(data[above.by]) : undefined;
  const list = above && parentId === undefined ? null : pathTo(parent, "list", { parentId });
  return {
    resource: parent,
    parentId,
    crumbs: [
      { label: translate(nameKey(parent), { smart_count: 2 }), to: list ?? undefined, isList: true },
      {
        label: data ? recordTitle(record, data) : `#${id}`,
        to: pathTo(parent, "details", { id, parentId }) ?? undefined,
      },
    ],
  };
}
