import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discrepanciesIn, idOf, type Outcome, type Part } from "./outcome.ts";

/** A refuted case of the last run. */
export interface Failed {
  readonly part: Part;
  readonly resource: string;
  readonly id: string;
}

const FAILED = "failed.json";

/** The refuted cases of the last run in this folder; undefined if there was none. */
export function lastFailed(folder: string): readonly Failed[] | undefined {
  const file = join(folder, FAILED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Failed[]) : undefined;
}

export async function saveFailed(folder: string, outcomes: readonly Outcome[]): Promise<void> {
  const failed = discrepanciesIn(outcomes).map((outcome): Failed => {
    const { part, resource } = outcome;
    return { part, resource, id: idOf(outcome) };
  });
  await writeFile(join(folder, FAILED), JSON.stringify(failed, null, 2));
}
