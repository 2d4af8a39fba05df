import { useCallback, useEffect, useRef, useState } from "react";
import type { PanelRecord } from "../../providers/rest.ts";
import type { PlannedRow } from "./plan.ts";
import { type RowResult, type RunEnd, runRows } from "./runRows.ts";

export type Results = ReadonlyMap<PanelRecord["id"], RowResult<unknown>>;

export interface BulkRun {
  readonly phase: "ready" | "running" | "finished";
  /** Of each row that was tried, the last one. */
  readonly results: Results;
  /** Why it ended. */
  readonly end?: RunEnd;
  readonly isStopping: boolean;
  readonly start: (rows: readonly PlannedRow[]) => void;
  /** Ends it after the rows that are under way. */
  readonly stop: () => void;
}

/** Milliseconds between two looks at the results: faster than one reads, and slower than they come. */
const lookEvery = 120;

/** A run over rows whose state can be shown; rows may be tried again. It stops when the component goes. */
export function useBulkRun(work: (row: PlannedRow) => Promise<unknown>): BulkRun {
  const results = useRef(new Map<PanelRecord["id"], RowResult<unknown>>());
  const stopper = useRef(new AbortController());
  const [shown, setShown] = useState<Pick<BulkRun, "phase" | "end" | "isStopping" | "results">>({
    phase: "ready",
    isStopping: false,
    results: results.current,
  });
  useEffect(() => () => stopper.current.abort(), []);

  const start = useCallback(
    (rows: readonly PlannedRow[]) => {
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      const look = () => setShown((before) => ({ ...before, results: new Map(results.current) }));
      let timer: ReturnType<typeof setTimeout> | undefined;
      for (const { record } of rows) results.current.delete(record.id);
      setShown({ phase: "running", isStopping: false, results: new Map(results.current) });
      void runRows({
        rows,
        work,
        signal,
        onResult: ({ record }, result) => {
          results.current.set(record.id, result);
          timer ??= setTimeout(() => {
            timer = undefined;
            look();
          }, lookEvery);
        },
      }).then((end) => {
        clearTimeout(timer);
        setShown({ phase: "finished", end, isStopping: false, results: new Map(results.current) });
      });
    },
    [work],
  );
  const stop = useCallback(() => {
    stopper.current.abort();
    setShown((before) => ({ ...before, isStopping: true }));
  }, []);
  return { ...shown, start, stop };
}
