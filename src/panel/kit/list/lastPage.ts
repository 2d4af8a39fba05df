import type { ListControllerResult } from "react-admin";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { activeFilter } from "./useListState.ts";

type ListQuery = Pick<ListControllerResult, "resource" | "sort" | "filter" | "filterValues" | "perPage">;

/** The last page's number for a list with an estimated total: counts exactly now. */
export async function lastPage(dataProvider: Pick<PanelDataProvider, "getList">, list: ListQuery): Promise<number> {
  const { total = 0 } = await dataProvider.getList(list.resource, {
    pagination: { page: 1, perPage: 1 },
    sort: list.sort,
    filter: activeFilter(list),
    meta: { expand: [] },
  });
  return Math.max(Math.ceil(total / list.perPage), 1);
}
