import { useEffect, useRef, useState } from "react";
import { HttpError } from "react-admin";
import { isRequestError } from "../../providers/http.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { PlannedRow } from "./bulkPlan.ts";

interface RunOptions<Item> {
  /** Sends the requests of one item; a rejection fails that item only. */
  readonly processItem: (item: Item) => Promise<unknown>;
  /** Called after each item; without an error it is done. */
  readonly onResult: (item: Item, error?: unknown) => void;
  /** Ends the run after the item in progress. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait before an item is tried again; set by tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The reason that a run ended. */
export type RunEnd = "complete" | "cancelled" | "unreachable";

/** Most attempts at an item while the platform is busy. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 60_000;
/** After this many items in succession without a response, the rest would time out as well. */
const MAX_SILENT_ITEMS = 3;

/**
 * Does for a platform without jobs, one item after the other, what such a job would do. While the platform has too many
 * requests (429, or 503 with Retry-After), the run waits as requested and tries the item again.
 */
export async function runOneByOne<Item>(
  items: Iterable<Item>,
  { processItem, onResult, signal, pause = wait }: RunOptions<Item>,
): Promise<RunEnd> {
  const attempt = async (item: Item): Promise<unknown> => {
    for (let count = 1; ; count++) {
      try {
        await processItem(item);
        return undefined;
      } catch (error) {
        const delay = retryDelayMs(error, count);
        if (delay === null || count === MAX_ATTEMPTS) return error;
        await pause(delay, signal);
        if (signal.aborted) return error;
      }
    }
  };
  let silent = 0;
  for (const item of items) {
    if (signal.aborted) return "cancelled";
    if (silent === MAX_SILENT_ITEMS) return "unreachable";
    const error = await attempt(item);
    silent = error instanceof HttpError && error.status === 0 ? silent + 1 : 0;
    onResult(item, error);
  }
  return "complete";
}

/** Milliseconds before a busy platform is asked again; null: it is not busy. */
function retryDelayMs(error: unknown, attempt: number): number | null {
  if (!isRequestError(error)) return null;
  const { status, retryAfter } = error;
  if (status !== 429 && !(status === 503 && retryAfter)) return null;
  return Math.min(retryAfter ? retryAfter * 1000 : 500 * 2 ** (attempt - 1), MAX_PAUSE_MS);
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

/**
 * Reads pages until `read` says that there are no more. Rejects when aborted or when one of them is refused: a part would
 * look like the whole.
 */
export async function readPages(read: (page: number) => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  function* pages() {
    for (let page = 1; hasMore; page++) yield page;
  }
  const processItem = async (page: number) => {
    hasMore = await read(page);
  };
  const onResult = (_: number, error: unknown) => {
    if (error !== undefined) throw error;
  };
  await runOneByOne(pages(), { processItem, onResult, signal });
  signal.throwIfAborted();
}

/** Errors of the tried records by id; null: it is done. */
export type RowResults = ReadonlyMap<PanelRecord["id"], unknown>;

interface RunState {
  readonly results: RowResults;
  /** Null: it is running; undefined: it was not started. */
  readonly end?: RunEnd | null;
  readonly isStopping: boolean;
}

/** A run over records in this browser, as it is shown. It can be started again, and stops with its page. */
export function useRun(processItem: (row: PlannedRow) => Promise<unknown>) {
  const stopper = useRef(new AbortController());
  const results = useRef(new Map<PanelRecord["id"], unknown>());
  const [state, setState] = useState<RunState>({ results: results.current, isStopping: false });
  useEffect(() => () => stopper.current.abort(), []);

  const start = (rows: readonly PlannedRow[]) => {
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    for (const { record } of rows) results.current.delete(record.id);
    setState({ results: results.current, end: null, isStopping: false });
    const onResult = ({ record }: PlannedRow, error: unknown = null) => {
      results.current.set(record.id, error);
      setState((before) => ({ ...before }));
    };
    void runOneByOne(rows, { processItem, onResult, signal }).then((end) =>
      setState({ results: results.current, end, isStopping: false }),
    );
  };
  const stop = () => {
    stopper.current.abort();
    setState((before) => ({ ...before, isStopping: true }));
  };
  return { ...state, start, stop };
}
