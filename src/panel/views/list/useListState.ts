import { type ListControllerResult, useListController } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useListTaste } from "./useListTaste.ts";

/** The record below which a list is shown. */
export interface ListParent {
  readonly id: string | number;
  /** Field of the listed records that holds the parent's id. */
  readonly by: string;
}

export type ListState = ListControllerResult<PanelRecord>;

/** Where react-admin keeps the state of a resource's own list. */
export const listParamsKey = (resource: string) => `${resource}.listParams`;

/**
 * Page, order and filters of a list and the rows they give. All of them are in the address, and a list comes back as
 * one left it; below each parent it is a list of its own.
 */
export function useListState({ name, list }: ResourceDescriptor, parent?: ListParent): ListState {
  const [taste] = useListTaste(name);
  return useListController<PanelRecord>({
    resource: name,
    // The page was opened only because the person may see it; asking again would cost a rendering.
    disableAuthentication: true,
    exporter: false,
    sort: list.sort,
    perPage: taste.perPage ?? list.perPage,
    filterDefaultValues: list.defaultFilters,
    filter: parent ? { [parent.by]: parent.id } : undefined,
    storeKey: parent ? `${name}.below.${parent.id}.listParams` : listParamsKey(name),
    // The list itself says what went wrong, in its own place.
    queryOptions: { onError: () => {} },
  });
}
