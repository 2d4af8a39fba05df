import { useCallback, useEffect, useRef, useState } from "react";
import { HttpError } from "react-admin";
import type { Refusal } from "../../providers/http.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { PlannedRow } from "./plan.ts";

/** The result of one row. */
type RowResult<Answer> =
  | { readonly state: "done"; readonly answer: Answer }
  | { readonly state: "failed"; readonly refusal: unknown };

export interface RunOptions<Row, Answer> {
  readonly rows: readonly Row[];
  /** Sends one row's request; a rejection fails that row only. */
  readonly work: (row: Row) => Promise<Answer>;
  readonly onResult: (row: Row, result: RowResult<Answer>) => void;
  /** Stops the run after the rows in flight. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait before retrying a row; set by tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Why a run ended before its last row. */
export type RunEnd = "complete" | "cancelled" | "unreachable";

/** Concurrent rows: enough to hide latency, too few to crowd out others. */
const lanes = 4;
/** Most retries of a row while the platform is busy. */
const attempts = 6;
const longestPause = 60_000;
/**
 * After this many rows in succession without a response the platform is unreachable, and the rest would time out too.
 */
const silentRows = 8;

/**
 * Processes rows, a few at a time. While the platform reports too many requests (429, or 503 with Retry-After), the
 * whole run waits as told, then retries the row.
 */
export async function runRows<Row, Answer>(options: RunOptions<Row, Answer>): Promise<RunEnd> {
  const { rows, work, onResult, signal, pause = wait } = options;
  let next = 0;
  let silent = 0;
  let pausedUntil = 0;

  const attend = async (row: Row): Promise<RowResult<Answer>> => {
    for (let attempt = 1; ; attempt++) {
      if (pausedUntil > Date.now()) await pause(pausedUntil - Date.now(), signal);
      try {
        return { state: "done", answer: await work(row) };
      } catch (refusal) {
        const delay = busyFor(refusal, attempt);
        if (delay === null || attempt === attempts || signal.aborted) return { state: "failed", refusal };
        pausedUntil = Math.max(pausedUntil, Date.now() + delay);
      }
    }
  };
  const lane = async () => {
    while (next < rows.length && !signal.aborted && silent < silentRows) {
      const row = rows[next] as Row;
      next += 1;
      const result = await attend(row);
      silent = result.state === "failed" && isSilence(result.refusal) ? silent + 1 : 0;
      onResult(row, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, rows.length) }, lane));
  if (next >= rows.length) return "complete";
  return signal.aborted ? "cancelled" : "unreachable";
}

/** Milliseconds before retrying a busy platform; null for any other refusal. */
function busyFor(refusal: unknown, attempt: number): number | null {
  if (!(refusal instanceof HttpError)) return null;
  const { status, retryAfter } = refusal as Refusal;
  if (status !== 429 && !(status === 503 && retryAfter)) return null;
  return Math.min(retryAfter ? retryAfter * 1000 : 500 * 2 ** (attempt - 1), longestPause);
}

function isSilence(refusal: unknown): boolean {
  return refusal instanceof HttpError && refusal.status === 0;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export interface BulkRun<Answer = unknown> {
  readonly phase: "ready" | "running" | "finished";
  /** The latest result of each row that was tried. */
  readonly results: ReadonlyMap<PanelRecord["id"], RowResult<Answer>>;
  /** Why it ended. */
  readonly end?: RunEnd;
  readonly isStopping: boolean;
  readonly start: (rows: readonly PlannedRow[]) => void;
  /** Stops after the rows in flight. */
  readonly stop: () => void;
}

/** Milliseconds between renders of the results: faster than anyone reads, slower than they arrive. */
const lookEvery = 120;

/** A run over rows with renderable state; rows can be retried. Stops on unmount. */
export function useBulkRun<Answer>(work: (row: PlannedRow) => Promise<Answer>): BulkRun<Answer> {
  const results = useRef(new Map<PanelRecord["id"], RowResult<Answer>>());
  const stopper = useRef(new AbortController());
  const [shown, setShown] = useState<Pick<BulkRun<Answer>, "phase" | "end" | "isStopping" | "results">>({
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
