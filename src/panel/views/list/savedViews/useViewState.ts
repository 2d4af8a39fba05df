import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListContext } from "react-admin";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { MAX_PANEL_ITEMS, type SavedView } from "../../../../core/api/panelItems.ts";
import type { ResourceDescriptor } from "../../../../core/schema/descriptor.ts";
import { service } from "../../../providers/service.ts";
import { type Column, shownColumns } from "../columns.ts";
import { columnsParameter, isBare, toQuery, toSearch, viewParameter } from "./arrangement.ts";
import { useIsByMenu, useStandardViews } from "./standardViews.ts";
import { columnSources, useChosenColumns } from "./useChosenColumns.ts";

export interface ListParts {
  readonly descriptor: ResourceDescriptor;
  readonly columns: readonly Column[];
  /** Field of the list's permanent filter. */
  readonly owner?: string;
}

export type ViewState = ReturnType<typeof useViewState>;

/** A list's arrangement, and which of the user's views it is. */
export function useViewState({ descriptor, columns, owner }: ListParts) {
  const { name } = descriptor;
  const list = useListContext();
  const service = useSavedViews();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { chosen, isArranged } = useChosenColumns(name, columns);
  const views = service.items.filter(({ resource }) => resource === name);
  const active = views.find(({ id }) => String(id) === search.get(viewParameter));
  const sources = columnSources(shownColumns(columns, chosen));
  const query = toQuery({ filter: list.filterValues, sort: list.sort, perPage: list.perPage, columns: sources }, owner);
  const usual = toQuery({
    filter: descriptor.list.filterDefaultValues ?? {},
    sort: descriptor.list.sort,
    perPage: list.perPage,
    columns: sources,
  });
  const goTo = (text: string, replace = false) => navigate({ search: text }, { replace });
  const openUsual = () => {
    const search_ = new URLSearchParams(toSearch(usual, search));
    search_.delete(columnsParameter);
    search_.delete("perPage");
    goTo(search_.toString());
  };
  useStandardView(name, service, (view) => goTo(toSearch(view.query, search, view.id), true));
  return {
    service,
    /** Views of this list. */
    views,
    /** The opened one. */
    active,
    /** The arrangement differs from the opened view. */
    isChanged: active !== undefined && active.query !== query,
    /** The arrangement is the default. */
    isUsual: !isArranged && query === usual,
    /** The current arrangement as a query. */
    query,
    /** Full URL that shows this arrangement to anyone. */
    link: `${window.location.href.split("#")[0]}#${pathname}?${toSearch(query, search)}`,
    /** Opens a view; the default arrangement when undefined. */
    open: (view: Pick<StoredView, "id" | "query"> | undefined) =>
      void (view ? goTo(toSearch(view.query, search, view.id)) : openUsual()),
  };
}

/**
 * Syncs this browser's cache of default views, and opens this list's if the user came from the menu before it was
 * cached.
 */
function useStandardView(resource: string, { items, isOffered }: SavedViews, open: (view: StoredView) => void): void {
  const [cached, setCached] = useStandardViews();
  const isByMenu = useIsByMenu();
  const [search] = useSearchParams();
  useEffect(() => {
    if (!isOffered) return;
    const standard = items.filter((view) => view.standard);
    const present = Object.fromEntries(standard.map((view) => [view.resource, toSearch(view.query, none, view.id)]));
    if (JSON.stringify(present) === JSON.stringify(cached)) return;
    setCached(present);
    const mine = standard.find((view) => view.resource === resource);
    if (mine && isByMenu && isBare(search) && cached[resource] === undefined) open(mine);
  }, [items, isOffered, cached, setCached, resource, isByMenu, search, open]);
}

const none = new URLSearchParams();

type StoredView = SavedView & { readonly id: number };

const queryKey = ["panel-service", "views"];
const everything = {
  pagination: { page: 1, perPage: MAX_PANEL_ITEMS },
  sort: { field: "name", order: "ASC" as const },
  filter: {},
};

type SavedViews = ReturnType<typeof useSavedViews>;

/** A user's saved views; a change is stored when its promise resolves. */
function useSavedViews() {
  const queryClient = useQueryClient();
  const { data, isSuccess } = useQuery({
    queryKey,
    queryFn: async () => (await service.getList<StoredView>("views", everything)).data,
    staleTime: 60_000,
  });
  /** Reads the views anew after a change, also after one that failed. */
  const write = <Result>(run: () => Promise<Result>): Promise<Result> =>
    run().finally(() => queryClient.invalidateQueries({ queryKey }));
  const items = data ?? [];
  const store = async (view: StoredView, change: Partial<SavedView>) => {
    const next = { ...view, ...change };
    return (await service.update<StoredView>("views", { id: view.id, data: next, previousData: view })).data;
  };
  return {
    /** Views of all lists, by name. */
    items,
    /** False while loading, and where nothing stores them: a platform without our gateway. */
    isOffered: isSuccess,
    /** Returns the stored view. Rejects with the service's HttpError: there may be too many. */
    add: (view: SavedView) => write(async () => (await service.create<StoredView>("views", { data: view })).data),
    change: (view: StoredView, change: Partial<SavedView>) => write(() => store(view, change)),
    remove: (view: StoredView) =>
      write(async () => {
        await service.delete("views", { id: view.id, previousData: view });
      }),
    /** Makes this view the list's default; undefined: none. */
    makeStandard: (resource: string, view: StoredView | undefined) =>
      write(async () => {
        const former = items.filter((item) => item.resource === resource && item.standard && item.id !== view?.id);
        for (const item of former) await store(item, { standard: undefined });
        if (view) await store(view, { standard: "1" });
      }),
  };
}
