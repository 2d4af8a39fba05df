import type { ChildDescriptor } from "../../../core/descriptor.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { ResourceList } from "../list/ResourceList.tsx";

interface ChildTabProps {
  readonly child: ChildDescriptor;
  readonly record: PanelRecord;
}

/** The list of what belongs to a record. */
export function ChildTab({ child, record }: ChildTabProps) {
  const { descriptor } = useResource(child.resource);
  const create = <CreateActions descriptor={descriptor} parentId={record.id} />;
  return (
    <>
      <div className="details-ways">{create}</div>
      <ResourceList
        key={child.resource}
        descriptor={descriptor}
        parent={{ id: record.id, by: child.by }}
        create={create}
      />
    </>
  );
}
