import Skeleton from "@mui/material/Skeleton";
import { useNavigate, useTranslate } from "ra-core";
import { lazy, Suspense, use } from "react";
import { useParams } from "react-router";
import { pathTo } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { useResource } from "../providers/resources.ts";
import { recordTitle } from "../resource/recordTitle.ts";
import { ownTabsOf } from "../resources/ownTabs.ts";
import { useRecordTitle } from "../shell/RecordTitle.tsx";
import { ChildTab } from "./details/ChildTab.tsx";
import { DetailsHeader } from "./details/DetailsHeader.tsx";
import { Facts } from "./details/Facts.tsx";
import type { OwnTab, OwnTabProps } from "./details/override.ts";
import { TabLinks } from "./details/TabLinks.tsx";
import { detailsTabs, journalPath } from "./details/tabs.ts";
import { useRecord } from "./details/useRecord.ts";
import { Problem } from "./Problem.tsx";
import { useRecordCommands } from "./record/useRecordCommands.tsx";
import "./details/details.css";

const JournalTab = lazy(async () => ({ default: (await import("./details/JournalTab.tsx")).JournalTab }));

/** The page of one record: who it is, what there is to say of it, and what belongs to it. */
export function DetailsView({ resource }: { resource: string }) {
  const { id = "", parentId, tab: path } = useParams();
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const navigate = useNavigate();
  const access = useAccess();
  const { data: record, error, refetch } = useRecord(descriptor, id);
  useRecordTitle(record && recordTitle(descriptor.record, record));
  const { perform, dialog } = useRecordCommands(descriptor, {
    onRemoved: () => navigate(pathTo(resource, "list", { parentId }) ?? "/"),
  });

  if (error)
    return (
      <Problem error={error} question={{ resource, right: "read", record: { id } }} onRetry={() => void refetch()} />
    );
  const own = ownTabsOf(resource).filter((tab) => tab.isShown(access, { ...record, id: Number(id) }));
  const tabs = detailsTabs(descriptor, access, own);
  const current = tabs.find((tab) => tab.path === path) ?? tabs[0];
  if (!current) return null;
  return (
    <>
      {record ? (
        <DetailsHeader descriptor={descriptor} record={record} onCommand={(command) => perform(command, record)} />
      ) : (
        <HeaderSkeleton label={translate("views.details.loading")} />
      )}
      <TabLinks resource={resource} parts={{ id, parentId }} tabs={tabs} current={current} />
      <Suspense>
        {current.child && <ChildTab child={current.child} parentId={id} />}
        {current.own && record && <OwnTabOf tab={current.own} descriptor={descriptor} record={record} />}
        {current.path === journalPath && <JournalTab descriptor={descriptor} id={id} />}
        {current.path === undefined && record && <Facts descriptor={descriptor} record={record} />}
      </Suspense>
      {dialog}
    </>
  );
}

const loadedTabs = new Map<OwnTab, ReturnType<OwnTab["load"]>>();

function OwnTabOf({ tab, ...props }: OwnTabProps & { readonly tab: OwnTab }) {
  const loading = loadedTabs.get(tab) ?? tab.load();
  loadedTabs.set(tab, loading);
  const Tab = use(loading);
  return <Tab {...props} />;
}

/** Of the header's height, so that nothing moves when that comes. */
function HeaderSkeleton({ label }: { label: string }) {
  return (
    <div className="details-header" role="status" aria-label={label}>
      <div className="details-name">
        <Skeleton variant="text" width={120} height={16} />
        <Skeleton variant="text" width={280} height={28} />
        <Skeleton variant="text" width={360} height={44} />
      </div>
    </div>
  );
}
