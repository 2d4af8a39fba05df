import { type ListControllerResult, useListController } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { freshFor, useEarlyList } from "../../providers/useEarlyRequest.ts";
import { listMeta } from "./listMeta.ts";
import { useListTaste } from "./useListTaste.ts";

/** The record below which a list is shown. */
export interface ListParent {
  readonly id: string | number;
  /** Filter that finds what belongs to it. */
  readonly by: string;
  /** Further filters that the list always has. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** The columns that it shows where nobody chose others; absent: the usual ones. */
  readonly columns?: readonly string[];
}

export type ListState = ListControllerResult<PanelRecord> & {
  /** Resolves when the rows are there, or when it is time to show the list without; absent: they are there. */
  readonly arrival?: Promise<unknown>;
};

/** Whether the total is only about right. */
export const isEstimate = ({ meta }: Pick<ListState, "meta">): boolean => meta?.isEstimate === true;

/** Where react-admin keeps the state of a resource's own list. */
export const listParamsKey = (resource: string) => `${resource}.listParams`;

/**
 * Page, order and filters of a list and the rows they give. All of them are in the address, and a list comes back as
 * one left it; below each parent it is a list of its own.
 */
export function useListState({ name, list }: ResourceDescriptor, parent?: ListParent): ListState {
  const [taste] = useListTaste(name);
  const filter = parent ? { ...parent.filter, [parent.by]: parent.id } : undefined;
  const state = useListController<PanelRecord>({
    resource: name,
    // The page was opened only because the person may see it; asking again would cost a rendering.
    disableAuthentication: true,
    exporter: false,
    sort: list.sort,
    perPage: taste.perPage ?? list.perPage,
    filterDefaultValues: list.defaultFilters,
    filter,
    storeKey: parent ? `${name}.below.${keyOf(parent)}.listParams` : listParamsKey(name),
    // The list itself says what went wrong, in its own place.
    queryOptions: { onError: () => {}, staleTime: freshFor, meta: listMeta },
  });
  const { page, perPage, sort, filterValues } = state;
  const wanted = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter }, meta: listMeta };
  const arrival = useEarlyList(name, wanted);
  return { ...state, arrival };
}

/** Lists with filters of their own are lists of their own. */
function keyOf({ id, filter = {} }: ListParent): string {
  return [id, ...Object.keys(filter)].join(".");
}
