import { useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ResourceDescriptor } from "../../../../core/descriptor.ts";
import { type Column, shownColumns } from "../columns.ts";
import type { ListState } from "../useListState.ts";
import { columnsParameter, isBare, toQuery, toSearch, viewParameter } from "./arrangement.ts";
import { useIsByMenu, useStandardViews } from "./standardViews.ts";
import { sourcesOf, useChosenColumns } from "./useChosenColumns.ts";
import { type SavedViews, type StoredView, useSavedViews } from "./useSavedViews.ts";

export interface ListParts {
  readonly descriptor: ResourceDescriptor;
  readonly list: ListState;
  readonly columns: readonly Column[];
  /** Field of the list's permanent filter. */
  readonly owner?: string;
}

export interface ViewState {
  readonly service: SavedViews;
  /** Views of this list. */
  readonly views: readonly StoredView[];
  /** The opened one. */
  readonly active: StoredView | undefined;
  /** The arrangement differs from the opened view. */
  readonly isChanged: boolean;
  /** The arrangement is the default. */
  readonly isUsual: boolean;
  /** The current arrangement as a query. */
  readonly query: string;
  /** Full URL that shows this arrangement to anyone. */
  readonly link: string;
  /** Opens a view; the default arrangement when undefined. */
  readonly open: (view: Pick<StoredView, "id" | "query"> | undefined) => void;
}

/** A list's arrangement, and which of the user's views it is. */
export function useViewState({ descriptor, list, columns, owner }: ListParts): ViewState {
  const { name } = descriptor;
  const service = useSavedViews();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const views = service.items.filter(({ resource }) => resource === name);
  const active = views.find(({ id }) => String(id) === search.get(viewParameter));
  const shown = sourcesOf(shownColumns(columns, chosen));
  const query = toQuery({ filter: list.filterValues, sort: list.sort, perPage: list.perPage, columns: shown }, owner);
  const usual = toQuery({
    filter: (descriptor.list.defaultFilters ?? {}) as ListState["filterValues"],
    sort: descriptor.list.sort,
    perPage: list.perPage,
    columns: shown,
  });
  const goTo = (text: string, replace = false) => navigate({ search: text }, { replace });
  const openUsual = () => {
    const search_ = new URLSearchParams(toSearch(usual, search));
    search_.delete(columnsParameter);
    search_.delete("perPage");
    goTo(search_.toString());
  };
  useStandardHere(name, service, (view) => goTo(toSearch(view.query, search, view.id), true));
  return {
    service,
    views,
    active,
    isChanged: active !== undefined && active.query !== query,
    isUsual: !isArranged && query === usual,
    query,
    link: `${window.location.href.split("#")[0]}#${pathname}?${toSearch(query, search)}`,
    open: (view) => (view ? goTo(toSearch(view.query, search, view.id)) : openUsual()),
  };
}

/**
 * Syncs this browser's cache of default views, and opens this list's if the user came from the menu before it was
 * cached.
 */
function useStandardHere(resource: string, { items, isOffered }: SavedViews, open: (view: StoredView) => void): void {
  const [known, setKnown] = useStandardViews();
  const isByMenu = useIsByMenu();
  const [search] = useSearchParams();
  useEffect(() => {
    if (!isOffered) return;
    const standard = items.filter((view) => view.standard);
    const present = Object.fromEntries(standard.map((view) => [view.resource, toSearch(view.query, none, view.id)]));
    if (JSON.stringify(present) === JSON.stringify(known)) return;
    setKnown(present);
    const mine = standard.find((view) => view.resource === resource);
    if (mine && isByMenu && isBare(search) && known[resource] === undefined) open(mine);
  }, [items, isOffered, known, setKnown, resource, isByMenu, search, open]);
}

const none = new URLSearchParams();
