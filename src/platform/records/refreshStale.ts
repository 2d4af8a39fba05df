import type { Refresher, RequestedRecords } from "../resourceHooks.ts";
import { platformActor } from "./actor.ts";
import type { PlatformContext } from "./context.ts";
import type { ResourcePlan } from "./plan/resourcePlan.ts";

type Parts = Pick<PlatformContext, "plans" | "readAs" | "inTransaction">;

/** Refreshes the time-driven records that a request reads or changes. */
export async function refreshStale(
  context: Parts,
  { hooks: { refresher } }: ResourcePlan,
  requested: RequestedRecords,
): Promise<void> {
  if (refresher) await refresh(context, refresher, await refresher.findStale(context.readAs(platformActor), requested));
}

/**
 * Refreshes everything until there is no more or it is stopped: the records of one owner per transaction. Those
 * that fail are left to the next round; throws the last failure.
 */
export async function refreshAllStale(context: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const refreshers = [...context.plans.values()].flatMap(({ hooks }) => hooks.refresher ?? []);
  // Several resources may show the same records.
  const distinct = new Map(refreshers.map((refresher) => [refresher.findAllStale, refresher]));
  let failure: unknown;
  for (const refresher of distinct.values()) {
    const failed = new Set<number>();
    let due: readonly number[];
    do {
      due = (await refresher.findAllStale(context.readAs(platformActor))).filter((owner) => !failed.has(owner));
      for (const owner of due) {
        if (isStopped()) return;
        try {
          await refresh(context, refresher, [owner]);
        } catch (error) {
          failure = error;
          failed.add(owner);
        }
      }
    } while (due.length > 0);
  }
  if (failure !== undefined) throw failure;
}

async function refresh(context: Parts, refresher: Refresher, owners: readonly number[]): Promise<void> {
  if (owners.length > 0) await context.inTransaction(platformActor, (unit) => refresher.refresh(unit, owners));
}
