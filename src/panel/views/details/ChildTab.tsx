import type { ChildDescriptor } from "../../../core/descriptor.ts";
import { useResource } from "../../providers/resources.ts";
import { CreateActions } from "../list/CreateActions.tsx";
import { CreateRefusal } from "../list/CreateRefusal.tsx";
import { ResourceList } from "../list/ResourceList.tsx";

interface ChildTabProps {
  readonly child: ChildDescriptor;
  readonly parentId: string;
}

/** The list of what belongs to a record. */
export function ChildTab({ child, parentId }: ChildTabProps) {
  const { descriptor } = useResource(child.resource);
  const create = <CreateActions descriptor={descriptor} parentId={parentId} />;
  return (
    <>
      <div className="details-ways">
        {create}
        <CreateRefusal descriptor={descriptor} />
      </div>
      <ResourceList
        key={child.resource}
        descriptor={descriptor}
        parent={{ id: parentId, by: child.by }}
        create={create}
      />
    </>
  );
}
