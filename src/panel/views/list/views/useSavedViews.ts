import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MAX_PANEL_ITEMS, type SavedView } from "../../../../core/panelItems.ts";
import { service } from "../../../providers/service.ts";

export type StoredView = SavedView & { readonly id: number };

const queryKey = ["panel-service", "views"];
const everything = {
  pagination: { page: 1, perPage: MAX_PANEL_ITEMS },
  sort: { field: "name", order: "ASC" as const },
  filter: {},
};

export interface SavedViews {
  /** Of all lists, by name. */
  readonly items: readonly StoredView[];
  /** False while loading, and where nothing stores them: a platform without our gateway. */
  readonly isOffered: boolean;
  /** Returns the stored view. Rejects with the service's HttpError: there may be too many. */
  readonly add: (view: SavedView) => Promise<StoredView>;
  readonly change: (view: StoredView, change: Partial<SavedView>) => Promise<StoredView>;
  readonly remove: (view: StoredView) => Promise<void>;
  /** Makes this view the list's default; undefined: none. */
  readonly makeStandard: (resource: string, view: StoredView | undefined) => Promise<void>;
}

/** A user's saved views; a change is stored when its promise resolves. */
export function useSavedViews(): SavedViews {
  const queryClient = useQueryClient();
  const { data, isSuccess } = useQuery({
    queryKey,
    queryFn: async () => (await service.getList<StoredView>("views", everything)).data,
    staleTime: 60_000,
  });
  const { mutateAsync } = useMutation({
    mutationFn: (run: () => Promise<StoredView | undefined>) => run(),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const items = data ?? [];
  const store = async (view: StoredView, change: Partial<SavedView>) => {
    const next = { ...view, ...change };
    return (await service.update<StoredView>("views", { id: view.id, data: next, previousData: view })).data;
  };
  const stored = async (run: () => Promise<StoredView>) => (await mutateAsync(run)) as StoredView;
  return {
    items,
    isOffered: isSuccess,
    add: (view) => stored(async () => (await service.create<StoredView>("views", { data: view })).data),
    change: (view, change) => stored(() => store(view, change)),
    remove: async (view) => {
      await mutateAsync(async () => {
        await service.delete("views", { id: view.id, previousData: view });
        return undefined;
      });
    },
    makeStandard: async (resource, view) => {
      await mutateAsync(async () => {
        const former = items.filter((one) => one.resource === resource && one.standard && one.id !== view?.id);
        for (const one of former) await store(one, { standard: undefined });
        return view && store(view, { standard: "1" });
      });
    },
  };
}
