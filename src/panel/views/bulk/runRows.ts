import { HttpError } from "ra-core";
import type { Refusal } from "../../providers/http.ts";

/** What became of one row. */
export type RowResult<Answer> =
  | { readonly state: "done"; readonly answer: Answer }
  | { readonly state: "failed"; readonly refusal: unknown };

export interface RunOptions<Row, Answer> {
  readonly rows: readonly Row[];
  /** One row's request; its rejection is that row's failure and nobody else's. */
  readonly work: (row: Row) => Promise<Answer>;
  readonly onResult: (row: Row, result: RowResult<Answer>) => void;
  /** Ends the run after the rows that are under way. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait before a row is asked for again; told by tests. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Why a run ended before its last row. */
export type RunEnd = "complete" | "cancelled" | "unreachable";

/** Rows under way at a time: enough to hide the way to the platform, too few to crowd others out. */
const lanes = 4;
/** How often a platform that is too busy is asked for the same row. */
const attempts = 6;
const longestPause = 60_000;
/** So many rows in succession without any answer: the platform is gone, and the rest would only wait for nothing. */
const silentRows = 8;

/**
 * Works through rows, a few at a time. Where the platform says that there are too many requests (429, or 503 with
 * Retry-After), all of it waits as long as it says and the row is tried again.
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

/** Milliseconds after which a busy platform is to be asked again; null where it is not busy but says no. */
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
