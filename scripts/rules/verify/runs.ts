import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Counts, type Coverage, discrepanciesIn, idOf, type Outcome, type Part } from "./outcome.ts";

/** A refuted case of the last run. */
export interface Failed {
  readonly part: Part;
  readonly resource: string;
  readonly id: string;
}

/** What the trend shows of a run. */
export interface PastRun {
  readonly finished: string;
  /** Which cases were run: only runs of the same are compared. */
  readonly scope: string;
  readonly seconds: number;
  readonly parts: readonly (Pick<Counts, "cases" | "proved" | "discrepancy" | "skipped" | "overruled"> & {
    readonly part: Part;
    readonly coverage: Coverage;
  })[];
}

const FAILED = "failed.json";
const HISTORY = "history.json";
const KEPT_RUNS = 50;

/** The refuted cases of the last run in this folder; undefined if there was none. */
export function lastFailed(folder: string): readonly Failed[] | undefined {
  return read<readonly Failed[]>(folder, FAILED);
}

export async function saveFailed(folder: string, outcomes: readonly Outcome[]): Promise<void> {
  const failed = discrepanciesIn(outcomes).map((outcome): Failed => {
    const { part, resource } = outcome;
    return { part, resource, id: idOf(outcome) };
  });
  await writeFile(join(folder, FAILED), JSON.stringify(failed, null, 2));
}

/** Keeps the run beside the report, and returns all kept runs of the same cases, the oldest first. */
export async function addToHistory(folder: string, run: PastRun): Promise<readonly PastRun[]> {
  const runs = [...(read<readonly PastRun[]>(folder, HISTORY) ?? []), run].slice(-KEPT_RUNS);
  await writeFile(join(folder, HISTORY), JSON.stringify(runs, null, 2));
  return runs.filter(({ scope }) => scope === run.scope);
}

function read<T>(folder: string, name: string): T | undefined {
  const file = join(folder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
