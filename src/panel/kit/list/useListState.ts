import {
  type ListControllerProps,
  type ListControllerResult,
  type SortPayload,
  useEvent,
  useListController,
  useStore,
} from "react-admin";
import { useLocation } from "react-router";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { FilterValues } from "../../kinds/filter.ts";
import { goAtOnce, isLeaving } from "../../navigation/pendingLocation.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { useRequiredResource } from "../contexts.ts";

/** react-admin's list, whose state is that of the URL. */
export type ListState = ListControllerResult<PanelRecord> & {
  /** Gives pages another size; the first row on the screen stays, and so does the way back. */
  readonly fitPages: (perPage: number) => void;
};

/** Rows come first, and for a long list an estimated total will do. */
const meta = { quickCount: true };

/** The list state in a URL. */
type ListUrlState = Pick<ListControllerResult, "filterValues" | "sort" | "page" | "perPage">;

/** Whether the total is an estimate. */
export const isEstimate = ({ meta }: Pick<ListControllerResult, "meta">): boolean => meta?.isEstimate === true;

/** All that restricts a list: what its user filters by, and what selects the records of its parent. */
export const activeFilter = ({
  filterValues,
  filter,
}: Pick<ListControllerResult, "filterValues" | "filter">): Readonly<Record<string, unknown>> => ({
  ...filterValues,
  ...filter,
});

/**
 * Page, order and filters of a list and the resulting rows. All of them are in the URL, and a list comes back as it was
 * left.
 */
export function useListState({ queryOptions, ...options }: ListControllerProps<PanelRecord>): ListState {
  const resource = useRequiredResource("List", options);
  const [preferences] = useListPreferences(resource);
  const state = useListController<PanelRecord>({
    // The page checked access before it opened; checking again would cost a render.
    disableAuthentication: true,
    exporter: false,
    ...options,
    perPage: preferences.perPage ?? options.perPage,
    queryOptions: { ...queryOptions, meta },
  });
  const { search, pathname } = useLocation();
  // Rendered at once, unlike changes by react-admin, which are lost on a busy machine if the next one comes before.
  const change = useEvent((changes: Partial<ListUrlState>, { replace = false } = {}) => {
    // The window asked for it, not the user, who has left.
    if (replace && isLeaving(pathname)) return;
    goAtOnce({ pathname, search: toListSearch(search, { ...state, ...changes }) }, { replace });
  });
  return {
    ...state,
    setFilters: (values: FilterValues) => change({ filterValues: withoutEmpty(values), page: 1 }),
    setSort: (sort: SortPayload) => change({ sort, page: 1 }),
    setPage: (page: number) => change({ page }),
    setPerPage: (perPage: number) => change({ perPage, page: 1 }),
    fitPages: (perPage: number) => {
      const page = Math.floor(((state.page - 1) * state.perPage) / perPage) + 1;
      change({ perPage, page }, { replace: true });
    },
  };
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

/** A user's list preferences; stored per resource, also across logouts. */
export interface ListPreferences {
  /** Chosen page size; absent: the schema's. */
  readonly perPage?: number;
  /** Visible columns by source; absent: the schema's non-optional ones. */
  readonly columns?: readonly string[];
  /** Rows show the columns that the table has no room for below them. */
  readonly isUnfolded?: boolean;
  /** Filter of the search box; absent: the best one available. */
  readonly searchBy?: string;
}

const noPreferences: ListPreferences = {};

export function useListPreferences(resource: string): [ListPreferences, (change: ListPreferences) => void] {
  const [preferences, setPreferences] = useStore<ListPreferences>(`preferences.list.${resource}`, noPreferences);
  return [preferences, (change) => setPreferences({ ...preferences, ...change })];
}

/** Whether pages of all lists have as many rows as the window has room for. */
export function useFitsWindow(): [boolean, (fits: boolean) => void] {
  return useStore("preferences.lists.fit", false);
}
