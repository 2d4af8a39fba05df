import type { FastifyBaseLogger } from "fastify";
import { toActor } from "./auth/actor.ts";
import type { PlatformContext } from "./context.ts";
import type { Actor, Asked, Upkeep } from "./entityHooks.ts";
import type { ResourcePlan } from "./plan/resourcePlan.ts";

/** Who changes what nobody asked for: the journal names the platform itself. */
const platform: Actor = toActor({ id: 0, login: "platform", role: "system" });

type Parts = Pick<PlatformContext, "plans" | "readAs" | "inTransaction">;

/** Brings what a request reads or changes up to date. */
export async function keepUp(context: Parts, { hooks: { upkeep } }: ResourcePlan, asked: Asked): Promise<void> {
  if (upkeep) await bring(context, upkeep, await upkeep.due(context.readAs(platform), asked));
}

/**
 * Brings everything up to date until there is no more or it is stopped: the records of one owner per transaction. Those
 * that fail are left to the next round; throws the last failure.
 */
export async function keepUpAll(context: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const upkeeps = [...context.plans.values()].flatMap(({ hooks }) => hooks.upkeep ?? []);
  // Several resources may show the same records.
  const distinct = new Map(upkeeps.map((upkeep) => [upkeep.overdue, upkeep]));
  let failure: unknown;
  for (const upkeep of distinct.values()) {
    const failed = new Set<number>();
    let due: readonly number[];
    do {
      due = (await upkeep.overdue(context.readAs(platform))).filter((owner) => !failed.has(owner));
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

/** Repeats `keepUpAll`; returns a function that stops it and waits for a running round. */
export function startKeepingUp(context: Parts, everyMs: number, log: FastifyBaseLogger): () => Promise<void> {
  let hasEnded = false;
  let running: Promise<void> = Promise.resolve();
  const round = () => {
    running = running.then(async () => {
      // The next round repeats what failed.
      await keepUpAll(context, () => hasEnded).catch((error: unknown) => log.error(error));
    });
  };
  const timer = setInterval(round, everyMs).unref();
  round();
  return () => {
    hasEnded = true;
    clearInterval(timer);
    return running;
  };
}

async function bring(context: Parts, upkeep: Upkeep, owners: readonly number[]): Promise<void> {
  if (owners.length > 0) await context.inTransaction(platform, (work) => upkeep.bring(work, owners));
}
