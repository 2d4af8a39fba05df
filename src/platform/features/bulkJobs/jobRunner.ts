import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../../core/validation/errors.ts";
import { withTimeLimit } from "../../db/timeLimits.ts";
import { loadAdmin, passes, toActor } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import type { Actor } from "../../resourceHooks.ts";
import { everyNode, type Node, runOnLeader } from "../../runtime/nodes/node.ts";
import { executeJobPart, type RefusedTarget, rightOf } from "./executeJobPart.ts";
import { toFailures } from "./failures.ts";
import { claimJobs, lockJob, recordJobPart, refuseJob, releaseJobs, type StoredJob } from "./jobStore.ts";

/** Milliseconds that a part of a job may take: others wait no longer for it, also on the embedded engine. */
const PART_MS = 150;
const MIN_SLICE = 25;
/** Records that one transaction removes are read together when they are restored. */
const MAX_SLICE = 200;
const FIRST = 50;

export interface JobRunner {
  /** Looks for jobs that nobody works on. */
  wake(): void;
}

/**
 * Works on bulk jobs in this process, one part of one job at a time, in turns: each part is a transaction. Other
 * processes and later ones take over what it leaves: `everyMs` is how often it looks for such jobs; null: only when it
 * is woken. Closing waits for the part that is being done.
 */
export function runJobs(
  app: FastifyInstance,
  context: PlatformContext,
  { id: node }: Pick<Node, "id">,
  everyMs: number | null,
): JobRunner {
  const { db, settings } = context;
  const sizes = new Map<number, number>();
  let isClosed = false;
  let isWoken = false;
  let working: Promise<void> | undefined;

  /** Does the next part of a job. False: there is none. */
  const step = async (id: number): Promise<boolean> => {
    const size = sizes.get(id) ?? FIRST;
    const began = performance.now();
    try {
      const goesOn = await doPart(context, { id, node, size });
      const took = Math.max(performance.now() - began, 1);
      const next = Math.min(Math.round((size * PART_MS) / took), 2 * size);
      sizes.set(id, Math.min(Math.max(next, MIN_SLICE), MAX_SLICE));
      return goesOn;
    } catch (error) {
      app.log.error(error);
      if (size > 1) sizes.set(id, 1);
      // A single record that breaks is left out; where the database is gone, so is this note, and the job waits.
      else return doPart(context, { id, node, size: 1, broken: error });
      return true;
    }
  };

  const runClaimed = async () => {
    const mine = new Set<number>();
    while ((isWoken || mine.size > 0) && !isClosed) {
      if (isWoken) {
        isWoken = false;
        for (const id of await claimJobs(db, node)) mine.add(id);
      }
      for (const id of mine) {
        if (isClosed) return;
        if (await step(id)) continue;
        mine.delete(id);
        sizes.delete(id);
      }
      // Other requests come first.
      await setImmediate();
    }
  };

  const wake = () => {
    isWoken = true;
    // Not with the limit of the request that wakes it.
    working ??= withTimeLimit(settings.timeLimits, "job", runClaimed)
      .catch((error: unknown) => app.log.error(error))
      .finally(() => {
        working = undefined;
        if (isWoken && !isClosed) wake();
      });
  };
  runOnLeader(app, everyNode, everyMs, async () => wake());
  app.addHook("onClose", async () => {
    isClosed = true;
    await working;
    await releaseJobs(db, node).catch((error: unknown) => app.log.error(error));
  });
  return { wake };
}

interface JobSlice {
  readonly id: number;
  readonly node: string;
  readonly size: number;
  /** Why the next record cannot be tried. */
  readonly broken?: unknown;
}

/** Does a part of a job as its user, whose rights are read anew. False: there is nothing left to do. */
async function doPart(context: PlatformContext, { id, node, size, broken }: JobSlice): Promise<boolean> {
  const row = await context.db
    .selectFrom("bulkjobs")
    .select(["admin_id", "run"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return false;
  const admin = await loadAdmin(context.db, { id: row.admin_id });
  if (!admin?.is_active) {
    await refuseJob(context.db, id);
    return false;
  }
  const actor: Actor = { ...toActor(admin), run: row.run };
  return context.inTransaction(actor, async (unit) => {
    const job = await lockJob(unit.db, id, node);
    if (!job) return false;
    if (!mayGoOn(context, actor, job)) {
      await refuseJob(unit.db, id);
      return false;
    }
    // Other requests of this user may still be stopped.
    unit.progress.canStop = true;
    const targets = job.targets.slice(job.tried, job.tried + size);
    const refusedTargets = broken
      ? new Map(targets.map((target) => [target, breakdown(job, target)] as const))
      : await executeJobPart(unit, context, job, targets);
    const failures = await toFailures(context, unit, targets, refusedTargets);
    return recordJobPart(unit.db, job, { size: targets.length, failures });
  });
}

function breakdown({ resource }: StoredJob, target: number): RefusedTarget {
  return { recordId: target, resource, refusal: new PlatformError("internal") };
}

/** Whether the user still has the right that the job needs, on any record. */
function mayGoOn(context: PlatformContext, actor: Actor, { resource, action }: StoredJob): boolean {
  const plan = context.plans.get(resource);
  if (!plan) return false;
  if (action === "restore") return !actor.admin.read_only;
  return passes(() => context.assertCan(actor, plan.descriptor, rightOf(action, plan.descriptor)));
}
