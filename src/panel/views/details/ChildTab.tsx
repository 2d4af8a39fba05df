import type { TabContent, WireRecord } from "../../../core/descriptor.ts";
import { useResource } from "../../providers/resources.ts";
import { presetQuery } from "../form/presets.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { CreateRefusal } from "../list/CreateRefusal.tsx";
import { ResourceList } from "../list/ResourceList.tsx";

interface ChildTabProps {
  readonly content: Extract<TabContent, { kind: "list" }>;
  /** The record whose page it is. */
  readonly record: WireRecord;
}

/** The list of what belongs to a record. */
export function ChildTab({ content: { resource, by, value, filter, columns }, record }: ChildTabProps) {
  const { descriptor } = useResource(resource);
  const id = record[value];
  if (typeof id !== "number" && typeof id !== "string") return null;
  const owns = descriptor.parent?.by === by;
  const query = owns ? "" : presetQuery(descriptor.fields, { ...filter, [by]: id });
  const create = (
    <CreateActions descriptor={descriptor} parentId={descriptor.parent && !owns ? undefined : id} query={query} />
  );
  return (
    <>
      <div className="details-ways">
        {create}
        <CreateRefusal descriptor={descriptor} />
      </div>
      <ResourceList
        key={`${resource} ${id} ${JSON.stringify(filter)}`}
        descriptor={descriptor}
        parent={{ id, by, filter, columns }}
        create={create}
      />
    </>
  );
}
