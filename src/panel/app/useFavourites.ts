import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { type Favourite, MAX_PANEL_ITEMS } from "../../core/api/panelItems.ts";
import { waitForFirstPage } from "../providers/firstPage.ts";
import { service } from "../providers/service.ts";

export type StoredFavourite = Favourite & { readonly id: number };

const queryKey = ["panel-service", "favourites"];
const everything = {
  pagination: { page: 1, perPage: MAX_PANEL_ITEMS },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

/** The person's favourite pages. */
export function useFavourites() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, isSuccess } = useQuery({
    queryKey,
    queryFn: async () => {
      await waitForFirstPage();
      return (await service.getList<StoredFavourite>("favourites", everything)).data;
    },
    meta: { isLater: true },
    staleTime: 60_000,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => notify(error.message, { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const change = (run: () => Promise<unknown>) => isPending || mutate(run);
  return {
    items: data ?? [],
    /** False where nothing keeps them: a platform without our gateway. */
    isOffered: isSuccess,
    add: (favourite: Favourite) => change(() => service.create("favourites", { data: favourite })),
    remove: (favourite: StoredFavourite) =>
      change(() => service.delete("favourites", { id: favourite.id, previousData: favourite })),
  };
}
