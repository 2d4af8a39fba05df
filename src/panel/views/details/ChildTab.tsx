import type { TabContent, WireRecord } from "../../../core/descriptor.ts";
import { useResource } from "../../providers/resources.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { CreateRefusal } from "../list/CreateRefusal.tsx";
import { ResourceList } from "../list/ResourceList.tsx";
import { creationIn } from "./creationIn.ts";

interface ChildTabProps {
  readonly content: Extract<TabContent, { kind: "list" }>;
  /** The parent's resource. */
  readonly owner: string;
  readonly record: WireRecord;
}

/** The list of a record's children. */
export function ChildTab({ content, owner, record }: ChildTabProps) {
  const { resource, by, value, filter, columns, record: called } = content;
  const { descriptor } = useResource(resource);
  const id = record[value];
  if (typeof id !== "number" && typeof id !== "string") return null;
  const creation = creationIn(content, descriptor, owner, record);
  const create = creation !== undefined && <CreateActions descriptor={descriptor} {...creation} />;
  return (
    <>
      <div className="details-ways">
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
