import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { type Favourite, MAX_PANEL_ITEMS } from "../../core/panelItems.ts";
import { afterFirstPage } from "../firstPage.ts";
import { service } from "../providers/service.ts";

export type StoredFavourite = Favourite & { readonly id: number };

const queryKey = ["panel-service", "favourites"];
const everything = {
  pagination: { page: 1, perPage: MAX_PANEL_ITEMS },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

interface Favourites {
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
      await afterFirstPage();
      return (await service.getList<StoredFavourite>("favourites", everything)).data;
    },
    meta: { isLater: true },
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
        run: () => service.create("favourites", { data: favourite }),
        // Until the service has given it an id of its own.
        expected: [...items, { ...favourite, id: -1 }],
      }),
    remove: (favourite) =>
      change.mutate({
        run: () => service.delete("favourites", { id: favourite.id, previousData: favourite }),
        expected: items.filter(({ id }) => id !== favourite.id),
      }),
  };
}

interface Change {
  readonly run: () => Promise<unknown>;
  readonly expected: readonly StoredFavourite[];
}
