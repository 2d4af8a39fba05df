import type { Refresher, RequestedRecords } from "../resourceHooks.ts";
import { platformActor } from "./actor.ts";
import type { PlatformContext } from "./context.ts";
import type { ResourcePlan } from "./plan/resourcePlan.ts";

type Parts = Pick<PlatformContext, "plans" | "readAs" | "inTransaction">;

/** Brings what a request reads or changes up to date. */
export async function refreshStale(
  context: Parts,
  { hooks: { refresher: upkeep } }: ResourcePlan,
  asked: RequestedRecords,
): Promise<void> {
  if (upkeep) await bring(context, upkeep, await upkeep.findStale(context.readAs(platformActor), asked));
}

/**
 * Brings everything up to date until there is no more or it is stopped: the records of one owner per transaction. Those
 * that fail are left to the next round; throws the last failure.
 */
export async function refreshAllStale(context: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const upkeeps = [...context.plans.values()].flatMap(({ hooks }) => hooks.refresher ?? []);
  // Several resources may show the same records.
  const distinct = new Map(upkeeps.map((upkeep) => [upkeep.findAllStale, upkeep]));
  let failure: unknown;
  for (const upkeep of distinct.values()) {
    const failed = new Set<number>();
    let due: readonly number[];
    do {
      due = (await upkeep.findAllStale(context.readAs(platformActor))).filter((owner) => !failed.has(owner));
      for (const owner of due) {
        if (isStopped()) return;
        try {
          await bring(context, upkeep, [owner]);
        } catch (error) {
          failure = error;
          failed.add(owner);
        }
      }
    } while (due.length > 0);
  }
  if (failure !== undefined) throw failure;
}

async function bring(context: Parts, upkeep: Refresher, owners: readonly number[]): Promise<void> {
  if (owners.length > 0) await context.inTransaction(platformActor, (unit) => upkeep.refresh(unit, owners));
}
