import type { TabContent, WireRecord } from "../../../core/descriptor.ts";
import { parentParameter, presetQuery } from "../../kinds/reference/presets.ts";
import { useResource } from "../../providers/resources.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { CreateRefusal } from "../list/CreateRefusal.tsx";
import { ResourceList } from "../list/ResourceList.tsx";

interface ChildTabProps {
  readonly content: Extract<TabContent, { kind: "list" }>;
  /** The parent's resource. */
  readonly owner: string;
  readonly record: WireRecord;
}

/** The list of a record's children. */
export function ChildTab({ content, owner, record }: ChildTabProps) {
  const { resource, by, value, filter, columns, record: called, create: variant } = content;
  const { descriptor } = useResource(resource);
  const id = record[value];
  if (typeof id !== "number" && typeof id !== "string") return null;
  const owns = descriptor.parent?.by === by;
  const parameter = parentParameter(descriptor, owner, content);
  const parent = parameter === undefined ? {} : { [parameter]: String(record.id) };
  const query = owns ? "" : presetQuery(descriptor, { ...filter, ...parent });
  // A new record would not be in the list if nothing could tell its form whose it is.
  const isOpen = owns || parameter !== undefined;
  const create = isOpen && (
    <CreateActions
      descriptor={descriptor}
      parentId={descriptor.parent && !owns ? undefined : id}
      variant={variant}
      query={query}
    />
  );
  return (
    <>
      <div className="details-ways">
        {create}
        {isOpen && <CreateRefusal descriptor={descriptor} />}
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
