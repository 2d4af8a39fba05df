import type { ListControllerProps } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** The parent of a child list. */
export interface ListParent {
  readonly id: string | number;
  /** Filter that selects its children. */
  readonly target: string;
  /** Further permanent filters. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** Template for the rows' titles here, in place of the resource's. */
  readonly recordRepresentation?: string;
}

/** react-admin's store key for the state of a resource's list. */
export const listParamsKey = (resource: string) => `${resource}.listParams`;

/** The list of a resource as its schema has it; each parent has a list of its own. */
export function listOptions({ name, list }: ResourceDescriptor, parent?: ListParent): ListControllerProps<PanelRecord> {
  return {
    resource: name,
    sort: list.sort,
    perPage: list.perPage,
    filterDefaultValues: list.filterDefaultValues,
    ...(parent && {
      filter: { ...parent.filter, [parent.target]: parent.id },
      storeKey: `${name}.below.${listStateKey(parent)}.listParams`,
    }),
    // The list shows errors itself, in place.
    queryOptions: { onError: () => {} },
  };
}

/** Records of two resources may share an id, and lists with permanent filters are lists of their own. */
function listStateKey({ id, target, filter = {} }: ListParent): string {
  return [target, id, ...Object.entries(filter).flat()].join(".");
}
