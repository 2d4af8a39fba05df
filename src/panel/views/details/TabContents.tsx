import type { ResourceDescriptor, TabContent, WireRecord } from "../../../core/descriptor.ts";
import { loadedLate } from "../../providers/later.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { CreateRefusal } from "../list/CreateRefusal.tsx";
import { ResourceList } from "../list/ResourceList.tsx";
import { creationIn } from "./creationIn.ts";
import styles from "./details.module.css";
import { Facts } from "./Facts.tsx";
import { FactsSkeleton } from "./FactsSkeleton.tsx";
import { ReferenceTab, RelatedRecord } from "./ReferenceTab.tsx";
import type { DetailsTab } from "./tabs.ts";

const JournalTab = loadedLate(() => import("./JournalTab.tsx"), "JournalTab", ["history"]);
const PendingTab = loadedLate(() => import("./PendingTab.tsx"), "PendingTab", ["pending"]);

interface TabContentsProps {
  readonly tab: DetailsTab;
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
  /** Absent while loading. */
  readonly record: PanelRecord | undefined;
}

/** The content of one tab. */
export function TabContents({ tab, descriptor, id, record }: TabContentsProps) {
  const { own, content } = tab;
  if (content.kind === "journal") return <JournalTab descriptor={descriptor} id={id} />;
  // Child lists only need the record's id, so they do not wait for the rest.
  if (!own && content.kind === "list" && content.value === "id")
    return <ChildTab content={content} owner={descriptor.name} record={{ id }} />;
  if (!record) return <FactsSkeleton />;
  if (own) return <own.Tab descriptor={descriptor} record={record} />;
  switch (content.kind) {
    case "self":
      return <Facts descriptor={descriptor} record={record} groups={content.groups} />;
    case "reference":
      return <ReferenceTab record={record} path={content.reference} resources={content.resources} />;
    case "list":
      return <ChildTab content={content} owner={descriptor.name} record={record} />;
    case "same":
      return <RelatedRecord resource={content.resource} id={id} />;
    case "pending":
      return <PendingTab tab={tab} resource={content.resource} descriptor={descriptor} id={id} />;
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
  const { resource, by, value, filter, columns, record: called } = content;
  const { descriptor } = useResource(resource);
  const id = record[value];
  if (typeof id !== "number" && typeof id !== "string") return null;
  const creation = creationIn(content, descriptor, owner, record);
  const create = creation !== undefined && <CreateActions descriptor={descriptor} {...creation} />;
  return (
    <>
      <div className={`row at-end ${styles.ways}`}>
        {create}
        {creation && <CreateRefusal descriptor={descriptor} />}
      </div>
      <ResourceList
        key={`${resource} ${id} ${JSON.stringify(filter)}`}
        descriptor={descriptor}
        parent={{ id, by, filter, columns, record: called }}
        create={create}
      />
    </>
  );
}
