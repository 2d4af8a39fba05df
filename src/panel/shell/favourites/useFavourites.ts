import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { type Favourite, MAX_PANEL_ITEMS } from "../../../core/panelItems.ts";
import { pageIsThere } from "../pageIsThere.ts";

export type StoredFavourite = Favourite & { readonly id: number };

const queryKey = ["panel-service", "favourites"];
const everything = {
  pagination: { page: 1, perPage: MAX_PANEL_ITEMS },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

export interface Favourites {
  readonly items: readonly StoredFavourite[];
  /** False where nothing keeps them: a platform without our gateway. */
  readonly isOffered: boolean;
  readonly add: (favourite: Favourite) => void;
  readonly remove: (favourite: StoredFavourite) => void;
}

/** The person's favourite pages. A change shows at once, and goes back when it could not be kept. */
export function useFavourites(): Favourites {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, isSuccess } = useQuery({
    queryKey,
    queryFn: async () => {
      await pageIsThere();
      return (await (await loadService()).getList<StoredFavourite>("favourites", everything)).data;
    },
    staleTime: 60_000,
  });
  const change = useMutation({
    mutationFn: async ({ run }: Change) => run(),
    onMutate: async ({ expected }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, expected);
      return before;
    },
    onError: (error, _change, before) => {
      queryClient.setQueryData(queryKey, before);
      notify(error.message, { type: "error" });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const items = data ?? [];
  return {
    items,
    isOffered: isSuccess,
    add: (favourite) =>
      change.mutate({
        run: async () => (await loadService()).create("favourites", { data: favourite }),
        // Until the service has given it an id of its own.
        expected: [...items, { ...favourite, id: -1 }],
      }),
    remove: (favourite) =>
      change.mutate({
        run: async () => (await loadService()).delete("favourites", { id: favourite.id, previousData: favourite }),
        expected: items.filter(({ id }) => id !== favourite.id),
      }),
  };
}

/** Not needed to see the first page, so it does not come before it. */
const loadService = async () => (await import("../../providers/service.ts")).service;

interface Change {
  readonly run: () => Promise<unknown>;
  readonly expected: readonly StoredFavourite[];
}
