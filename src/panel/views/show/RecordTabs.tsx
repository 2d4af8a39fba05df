import Alert from "@mui/material/Alert";
import { use } from "react";
import { useTranslate } from "react-admin";
import { Navigate, useLocation, useParams } from "react-router";
import type { ResourceDescriptor, TabContent, WireRecord } from "../../../core/schema/descriptor.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { TabbedShowLayout } from "../../kit/TabbedShowLayout.tsx";
import { pathTo } from "../../navigation/paths.ts";
import { lazyComponent } from "../../providers/lazyComponent.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { LicencePage, NotFoundPage } from "../../ui/MessagePage.tsx";
import { CustomPartsContext } from "../customParts.ts";
import { toRefusedState } from "../explain/accessQuestion.ts";
import { CreateActions, CreateWhyButton } from "../list/CreateActions.tsx";
import { SchemaList } from "../list/SchemaList.tsx";
import styles from "./details.module.css";
import { ReferenceTab, RelatedRecord } from "./ReferenceTab.tsx";
import { ShowFields } from "./ShowFields.tsx";
import { TabLinks } from "./TabLinks.tsx";
import { tabCreation } from "./tabCreation.ts";
import { findTab, type ShowTab, showTabs } from "./tabs.ts";
import { hasOverview, useOverview } from "./useOverview.ts";

const LegacyPages = lazyComponent(() => import("../legacyPages/LegacyPages.tsx"), "LegacyPages", ["pages"]);

const noCounts: Readonly<Record<string, number>> = {};

interface RecordTabsProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
  /** Absent while loading. */
  readonly record: PanelRecord | undefined;
}

/** A record's tabs, and the content of the one in the URL; the first by default. */
export function RecordTabs({ descriptor, id, record }: RecordTabsProps) {
  const { parentId, tab, part } = useParams();
  const path = part === undefined ? tab : `${tab}/${part}`;
  const { pathname, search } = useLocation();
  const access = useAccess();
  const translate = useTranslate();
  const { name } = descriptor;
  const customTabsOf = use(use(CustomPartsContext).loadTabs());
  const { data: overview } = useOverview(name, id, record !== undefined);
  const partialRecord = { ...record, id: Number(id) };
  const all = showTabs(descriptor, access, partialRecord, customTabsOf(name));
  const visibleTabs = all.filter(({ denial }) => !denial);
  const current = path === undefined ? visibleTabs[0] : findTab(all, path);
  const parts = { id, parentId };
  const counts = overview?.counts ?? (hasOverview(name) ? noCounts : undefined);
  if (!current) {
    // Legacy URLs below a record look like tabs.
    return (
      <LegacyPages
        otherwise={
          <>
            <TabLinks resource={name} parts={parts} tabs={visibleTabs} current={undefined} counts={counts} />
            <Alert severity="info" role="status">
              {translate("views.details.noTab", { name: path ?? "" })}
            </Alert>
          </>
        }
      />
    );
  }
  if (current.denial?.why === "absent") return <NotFoundPage />;
  const { denial } = current;
  if (denial?.why === "licence") return <LicencePage licence={denial.licence} />;
  if (denial) {
    return <Navigate to="/error403" replace state={denial.question && toRefusedState(denial.question)} />;
  }
  const canonicalPath =
    path !== undefined && path !== current.path && pathTo(name, "details", { ...parts, tab: current.path });
  if (canonicalPath && canonicalPath !== pathname + search) return <Navigate to={canonicalPath} replace />;
  return (
    <TabbedShowLayout
      tabs={<TabLinks resource={name} parts={parts} tabs={visibleTabs} current={current} counts={counts} />}
      value={current.path}
    >
      <TabContents tab={current} descriptor={descriptor} id={id} record={record} />
    </TabbedShowLayout>
  );
}

const JournalTab = lazyComponent(() => import("../journal/JournalTab.tsx"), "JournalTab", ["history"]);
const LegacyTab = lazyComponent(() => import("./LegacyTab.tsx"), "LegacyTab", ["pending"]);

interface TabContentsProps {
  readonly tab: ShowTab;
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
  /** Absent while loading. */
  readonly record: PanelRecord | undefined;
}

/** The content of one tab. */
function TabContents({ tab, descriptor, id, record }: TabContentsProps) {
  const { custom, content } = tab;
  if (content.kind === "journal") return <JournalTab descriptor={descriptor} id={id} />;
  // Child lists only need the record's id, so they do not wait for the rest.
  if (!custom && content.kind === "list" && content.source === "id")
    return <ChildTab content={content} owner={descriptor.name} record={{ id }} />;
  if (!record) return <FactsSkeleton />;
  if (custom) return <custom.Tab descriptor={descriptor} record={record} />;
  switch (content.kind) {
    case "self":
      return <ShowFields descriptor={descriptor} record={record} groups={content.groups} />;
    case "reference":
      return <ReferenceTab record={record} path={content.reference} resources={content.resources} />;
    case "list":
      return <ChildTab content={content} owner={descriptor.name} record={record} />;
    case "one":
      return <RelatedRecord resource={content.resource} id={id} />;
    case "legacy":
      return <LegacyTab tab={tab} resource={content.resource} descriptor={descriptor} id={id} />;
  }
}

interface ChildTabProps {
  readonly content: Extract<TabContent, { kind: "list" }>;
  /** The parent's resource. */
  readonly owner: string;
  readonly record: WireRecord;
}

/** The list of a record's children. */
function ChildTab({ content, owner, record }: ChildTabProps) {
  const { resource, target, source, filter, columns, recordRepresentation } = content;
  const { descriptor } = useResource(resource);
  const id = record[source];
  if (typeof id !== "number" && typeof id !== "string") return null;
  const creation = tabCreation(content, descriptor, owner, record);
  const create = creation !== undefined && <CreateActions descriptor={descriptor} {...creation} />;
  return (
    <>
      <div className={`row at-end ${styles.ways}`}>
        {create}
        {creation && <CreateWhyButton descriptor={descriptor} />}
      </div>
      <SchemaList
        key={`${resource} ${id} ${JSON.stringify(filter)}`}
        descriptor={descriptor}
        parent={{ id, target, filter, recordRepresentation }}
        columns={columns}
        create={create}
      />
    </>
  );
}
