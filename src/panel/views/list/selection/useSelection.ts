import { useCallback, useRef, useState } from "react";
import type { PanelRecord } from "../../../providers/rest.ts";

type Id = PanelRecord["id"];

/** Rows that somebody marked, also on pages that are not shown now. */
export interface Selection {
  /** As they were when they were last seen. */
  readonly records: ReadonlyMap<Id, PanelRecord>;
  /** Everything that the filters let through is meant, whether it was seen or not. */
  readonly isAll: boolean;
  /** It was everything that other filters than those of now let through, and therefore went. */
  readonly isDropped: boolean;
  readonly isEmpty: boolean;
  /** Something was selected since the list was opened. */
  readonly wasUsed: boolean;
  has(id: Id): boolean;
  /** Marks a row or takes the mark away; `isRange` does the same with all rows since the last one that was clicked. */
  readonly toggle: (record: PanelRecord, isRange: boolean) => void;
  /** Marks all rows of this page, or takes the marks away when all have one. */
  readonly togglePage: () => void;
  readonly selectAll: () => void;
  readonly replace: (records: readonly PanelRecord[]) => void;
}

interface State {
  readonly records: ReadonlyMap<Id, PanelRecord>;
  /** Filters whose every match is meant; null: the records are. */
  readonly allOf: string | null;
  readonly isDropped: boolean;
}

const nothing: State = { records: new Map(), allOf: null, isDropped: false };

/**
 * The selection of a list. It stays while one pages, sorts, searches and filters; only "everything that matches" ends
 * with the filters it was about. `filter` names those in force.
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
        // Of everything, one row was taken out: what is meant then is what one can see.
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

/** The rows from one to another, both included, whichever comes first; the last one alone when the first is not here. */
function between(rows: readonly PanelRecord[], from: Id | undefined, to: PanelRecord): readonly PanelRecord[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to.id);
  return start < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
