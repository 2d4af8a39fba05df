import { useCallback, useRef, useState } from "react";
import type { ListControllerResult } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";

type Id = PanelRecord["id"];

/** Selected rows, including those on other pages. */
export interface Selection {
  /** Snapshots as last seen. */
  readonly records: ReadonlyMap<Id, PanelRecord>;
  /** All matches are selected, seen or not. */
  readonly isAll: boolean;
  /** All matches of other filters were selected; the filters changed, so the selection was cleared. */
  readonly isDropped: boolean;
  readonly isEmpty: boolean;
  /** Something was selected since the list opened. */
  readonly wasUsed: boolean;
  has(id: Id): boolean;
  /** Toggles a row; with `isRange` also all rows since the last one clicked. */
  readonly toggle: (record: PanelRecord, isRange: boolean) => void;
  /** Selects all rows of this page, or deselects them when all are selected. */
  readonly togglePage: () => void;
  readonly selectAll: () => void;
  readonly replace: (records: readonly PanelRecord[]) => void;
}

interface State {
  readonly records: ReadonlyMap<Id, PanelRecord>;
  /** Filters whose matches are all selected; null: only the records are. */
  readonly allOf: string | null;
  readonly isDropped: boolean;
}

const nothing: State = { records: new Map(), allOf: null, isDropped: false };

/**
 * The selection of a list. It survives paging, sorting, searching and filtering; only "all matches" ends when its
 * filters change. `filter` holds the active ones.
 */
export function useSelection(data: readonly PanelRecord[] | undefined, filter: string): Selection {
  const [state, setState] = useState(nothing);
  const page = useRef<readonly PanelRecord[]>([]);
  page.current = data ?? [];
  const last = useRef<Id>(undefined);
  if (state.allOf !== null && state.allOf !== filter) setState({ ...nothing, isDropped: true });
  const isAll = state.allOf === filter;

  const change = useCallback(
    (make: (records: Map<Id, PanelRecord>) => void) =>
      setState(({ records, allOf }) => {
        // One of all matches was deselected: the visible rows stay selected.
        const next = new Map(allOf === null ? records : page.current.map((record) => [record.id, record]));
        make(next);
        return { ...nothing, records: next };
      }),
    [],
  );
  const toggle = useCallback(
    (record: PanelRecord, isRange: boolean) => {
      const rows = isRange ? between(page.current, last.current, record) : [record];
      last.current = record.id;
      change((records) => {
        const isTaken = records.has(record.id);
        for (const row of rows) isTaken ? records.delete(row.id) : records.set(row.id, row);
      });
    },
    [change],
  );
  const togglePage = () =>
    change((records) => {
      const isTaken = page.current.every(({ id }) => records.has(id));
      for (const row of page.current) isTaken ? records.delete(row.id) : records.set(row.id, row);
    });
  return {
    records: state.records,
    isAll,
    isDropped: state.isDropped,
    wasUsed: state !== nothing,
    isEmpty: !isAll && state.records.size === 0,
    has: (id) => isAll || state.records.has(id),
    toggle,
    togglePage,
    selectAll: () => setState({ ...nothing, allOf: filter }),
    replace: (records) => setState({ ...nothing, records: new Map(records.map((record) => [record.id, record])) }),
  };
}

/** The rows between two, both included, in either direction; only the last one when the first is not on this page. */
function between(rows: readonly PanelRecord[], from: Id | undefined, to: PanelRecord): readonly PanelRecord[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to.id);
  return start < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** As many as react-admin itself selects at most. */
const MAX_SELECTED = 250;

/** The list as react-admin's list context has it, for its components and others' in it: with this page's selection. */
export function toListContext(
  list: ListControllerResult<PanelRecord>,
  selection: Selection,
): ListControllerResult<PanelRecord> {
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
    onSelectAll: async ({ limit = MAX_SELECTED } = {}) =>
      selection.replace((await getData?.({ maxResults: limit })) ?? []),
  };
}
