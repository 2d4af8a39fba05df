import type { Kysely } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { withTimeLimit } from "../../db/timeLimits.ts";
import { processName } from "../nodes/node.ts";
import type { PlatformSettings } from "../settings.ts";

/** Scheduled work, by the names of the System page and of the metrics. */
const taskNames = ["balances", "uploads", "redirects", "journal", "invoices", "months"] as const;

export type TaskName = (typeof taskNames)[number];

type Round = (isStopped: () => boolean) => Promise<unknown>;

/** Work that runs every second is noted so often; a change from success to failure, or back, at once. */
const EVERY_MS = 60_000;

/** A round of scheduled work that reports when it ran, how it ended and how long it took, also on the System page. */
export function withRunRecord(
  {
    db,
    settings: { observer, clock, timeLimits },
  }: { readonly db: Kysely<Tables>; readonly settings: PlatformSettings },
  task: TaskName,
  runRound: Round,
): Round {
  let noted = { at: Number.NEGATIVE_INFINITY, outcome: "" };

  const note = async (outcome: "success" | "failed", started: Date, began: number) => {
    const took = performance.now() - began;
    observer.taskEnded(task, outcome, took);
    if (noted.outcome === outcome && performance.now() - noted.at < EVERY_MS) return;
    noted = { at: performance.now(), outcome };
    const run = { node: processName, started: started.toISOString(), took_ms: Math.round(took), outcome };
    const succeeded = outcome === "success" ? { succeeded: run.started } : {};
    await db
      .insertInto("taskruns")
      .values({ task, ...run, ...succeeded })
      .onConflict((conflict) => conflict.column("task").doUpdateSet({ ...run, ...succeeded }))
      .execute()
      // Without a database there is nowhere to note it; the next one is tried again.
      .catch(() => {
        noted.outcome = "";
      });
  };

  return async (isStopped) => {
    const [started, began] = [clock(), performance.now()];
    observer.taskStarted(task);
    try {
      await withTimeLimit(timeLimits, "job", () => runRound(isStopped));
    } catch (error) {
      await note("failed", started, began);
      throw error;
    }
    await note("success", started, began);
  };
}
