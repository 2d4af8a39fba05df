import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { ListState } from "./useListState.ts";

type ListQuery = Pick<ListState, "resource" | "sort" | "filter" | "filterValues" | "perPage">;

/** The last page's number for a list with an estimated total: counts exactly now. */
export async function lastPage(dataProvider: Pick<PanelDataProvider, "getList">, list: ListQuery): Promise<number> {
  const { total = 0 } = await dataProvider.getList(list.resource, {
    pagination: { page: 1, perPage: 1 },
    sort: list.sort,
    filter: { ...list.filterValues, ...list.filter },
    meta: { expand: [] },
  });
  return Math.max(Math.ceil(total / list.perPage), 1);
}
