import { useLayoutEffect, useRef, useState } from "react";
import { type ListControllerResult, type SortPayload, useGetList, useListController } from "react-admin";
import { useLocation, useNavigate } from "react-router";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { FilterValues } from "../../kinds/filter.ts";
import { isLeaving, pendingLocationKey } from "../../navigation/pendingLocation.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { useListPreferences } from "./useListPreferences.ts";

/** The parent of a child list. */
export interface ListParent {
  readonly id: string | number;
  /** Filter that selects its children. */
  readonly target: string;
  /** Further permanent filters. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** The default columns here; absent: the resource's. */
  readonly columns?: readonly string[];
  /** Template for the rows' titles here, in place of the resource's. */
  readonly recordRepresentation?: string;
}

/** react-admin's list, whose state is that of the URL or the one asked for last. */
export type ListState = ListControllerResult<PanelRecord> & {
  /** Gives pages another size; the first row on the screen stays, and so does the way back. */
  readonly fit: (perPage: number) => void;
};

/** Rows come first, and for a long list an estimated total will do. */
const meta = { quickCount: true };

/** The list state in a URL. */
type ListUrlState = Pick<ListControllerResult, "filterValues" | "sort" | "page" | "perPage">;

/** Whether the total is an estimate. */
export const isEstimate = ({ meta }: Pick<ListState, "meta">): boolean => meta?.isEstimate === true;

/** react-admin's store key for the state of a resource's list. */
export const listParamsKey = (resource: string) => `${resource}.listParams`;

/**
 * Page, order and filters of a list and the resulting rows. All of them are in the URL, and a list comes back as it was
 * left; each parent has its own.
 */
export function useListState({ name, list }: ResourceDescriptor, parent?: ListParent): ListState {
  const [preferences] = useListPreferences(name);
  const filter = parent ? { ...parent.filter, [parent.target]: parent.id } : undefined;
  const state = useListController<PanelRecord>({
    resource: name,
    // The page checked access before it opened; checking again would cost a render.
    disableAuthentication: true,
    exporter: false,
    sort: list.sort,
    perPage: preferences.perPage ?? list.perPage,
    filterDefaultValues: list.filterDefaultValues,
    filter,
    storeKey: parent ? `${name}.below.${listStateKey(parent)}.listParams` : listParamsKey(name),
    // The list shows errors itself, in place.
    queryOptions: { onError: () => {}, meta },
  });
  const { requested, ask } = useRequestedState(state);
  const { page, perPage, sort, filterValues } = requested;
  // Sends the controller's query for a requested state before the URL follows.
  useGetList<PanelRecord>(name, {
    pagination: { page, perPage },
    sort,
    filter: { ...filterValues, ...filter },
    meta,
  });
  return {
    ...state,
    ...requested,
    setFilters: (values: FilterValues) => ask({ filterValues: withoutEmpty(values), page: 1 }),
    setSort: (sort: SortPayload) => ask({ sort, page: 1 }),
    setPage: (page: number) => ask({ page }),
    setPerPage: (perPage: number) => ask({ perPage, page: 1 }),
    fit: (rows: number) =>
      ask({ perPage: rows, page: Math.floor(((page - 1) * perPage) / rows) + 1 }, { replace: true }),
  };
}

/** A requested list state that is not in the URL yet. */
interface ListRequest {
  readonly requested: ListUrlState;
  /** Locations that may still render before it: the one at the time, and one that was pending. */
  readonly earlier: readonly (string | null)[];
  /** URLs with these numbers precede it. */
  readonly first: number;
  readonly number: number;
}

/** Numbers the requested states, so that a URL can be matched to its request. */
let lastNumber = 0;

/**
 * The list's state: its URL, or the last requested state until the URL follows. The router is asynchronous, and slow on
 * a busy machine; further changes build on the requested state, not on the rendered one.
 */
function useRequestedState({ filterValues, sort, page, perPage }: ListUrlState) {
  const location = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<ListRequest>();
  const arrived = requestNumber(location.state);
  const isUnderWay = (ask: ListRequest) =>
    ask.earlier.includes(location.key) || (arrived >= ask.first && arrived < ask.number);
  const present = state && isUnderWay(state) ? state : undefined;
  if (state !== present) setState(present);
  const requested = present?.requested ?? { filterValues, sort, page, perPage };
  const latest = useRef({ present, requested, location });
  useLayoutEffect(() => {
    latest.current = { present, requested, location };
  });
  const ask = (change: Partial<ListUrlState>, { replace = false } = {}) => {
    const { present, requested, location } = latest.current;
    // The window asked for it, not the user, who has left.
    if (replace && isLeaving(location.pathname)) return;
    lastNumber += 1;
    const earlier = [location.key, pendingLocationKey()];
    const next = { first: lastNumber, earlier, ...present, number: lastNumber, requested: { ...requested, ...change } };
    latest.current = { present: next, requested: next.requested, location };
    setState(next);
    const search = toListSearch(location.search, next.requested);
    void navigate({ search }, { state: { [askParameter]: lastNumber }, replace });
  };
  return { requested, ask };
}

const askParameter = "listAsk";

/** Zero: the state was not requested through this hook. */
function requestNumber(state: unknown): number {
  if (typeof state !== "object" || state === null || !(askParameter in state)) return 0;
  return Number(state[askParameter]);
}

/** In react-admin's format; the URL's other parameters stay. */
function toListSearch(present: string, { filterValues, sort, page, perPage }: ListUrlState): string {
  const search = new URLSearchParams(present);
  search.set("filter", JSON.stringify(filterValues));
  search.set("sort", sort.field);
  search.set("order", sort.order);
  search.set("page", String(page));
  search.set("perPage", String(perPage));
  return search.toString().replaceAll("+", "%20");
}

function withoutEmpty(values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => hasValue(value)));
}

/** Records of two resources may share an id, and lists with permanent filters are lists of their own. */
function listStateKey({ id, target, filter = {} }: ListParent): string {
  return [target, id, ...Object.entries(filter).flat()].join(".");
}
