import type { ListControllerResult } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Selection } from "./selection/useSelection.ts";
import type { ListState } from "./useListState.ts";

/** As many as react-admin itself selects at most. */
const selectedAtMost = 250;

/** The list as react-admin's list context has it, for its components and others' in it: with this page's selection. */
export function sharedList(list: ListState, selection: Selection): ListControllerResult<PanelRecord> {
  const { data = [], getData } = list;
  const find = (id: PanelRecord["id"]) => selection.records.get(id) ?? data.find((record) => record.id === id);
  return {
    ...list,
    selectedIds: selection.isAll ? data.map(({ id }) => id) : [...selection.records.keys()],
    onSelect: (ids) => selection.replace(ids.flatMap((id) => find(id) ?? [])),
    onToggleItem: (id) => {
      const record = find(id);
      if (record) selection.toggle(record, false);
    },
    onUnselectItems: () => selection.replace([]),
    onSelectAll: async ({ limit = selectedAtMost } = {}) =>
      selection.replace((await getData?.({ maxResults: limit })) ?? []),
  };
}
