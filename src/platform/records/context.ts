import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import type { Texts } from "../../core/schema/texts.ts";
import type { PasswordPolicy } from "../../core/validation/passwordPolicy.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { ItemRequest } from "../http/query.ts";
import type { Actor, ReadContext, Refresher, RequestedRecords, Row } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";
import { platformActor } from "./actor.ts";
import type { ComputedPlan } from "./computed/computedPlan.ts";
import type { ResourcePlan } from "./plan/resourcePlan.ts";
import type { Progress } from "./unitOfWork/progress.ts";
import type { UnitOfWork } from "./unitOfWork/unitOfWork.ts";

/** The descriptors of every served resource. */
export function servedDescriptors({
  plans,
  computed,
}: Pick<PlatformContext, "plans" | "computed">): ResourceDescriptor[] {
  return [...plans.values(), ...computed.values()].map(({ descriptor }) => descriptor);
}

/** The context of every route and operation: the platform's parts, created once by `buildPlatform`. */
export interface PlatformContext {
  readonly db: Kysely<Tables>;
  readonly plans: ReadonlyMap<string, ResourcePlan>;
  readonly computed: ReadonlyMap<string, ComputedPlan>;
  readonly settings: PlatformSettings;
  /** English texts, for programs. */
  readonly texts: Texts;
  /** Texts in the language of the request, for people. */
  textsFor(request: Pick<FastifyRequest, "headers">): Promise<Texts>;
  readonly passwordPolicy: PasswordPolicy;
  /** The caller; throws the catalogue's 401 or 403. */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Clears the cache of callers: accounts or sessions have changed. */
  forgetActors(): void;
  /** Refuses (403) callers with an expired password: they may only change it. */
  assertPasswordFresh(actor: Actor): void;
  /** Throws 403 when the caller's role lacks the right on a resource; `id` decides grants on one's own record. */
  assertCan(actor: Actor, descriptor: ResourceDescriptor, right: Right, id?: number): void;
  /** The caller with a right on a resource; throws the catalogue's 401 or 403. */
  callerWith(request: FastifyRequest, right: Right, descriptor: ResourceDescriptor): Promise<Actor>;
  /** The caller and the id in the path, if the caller's role has the right on that record. */
  callerWithId(
    request: ItemRequest,
    right: Exclude<Right, "read" | "lookup">,
    descriptor: ResourceDescriptor,
  ): Promise<{ readonly actor: Actor; readonly id: number | undefined }>;
  readAs(actor: Actor): ReadContext;
  /**
   * The context for reads that may show what others changed a moment later: on a replica which holds all that the caller
   * has changed, if there is one. The records of a plan that were refreshed for the read are on the database itself only.
   */
  readApart(actor: Actor, plan?: Pick<ResourcePlan, "hooks">): Promise<ReadContext>;
  /** The stored row if the caller can see it; else throws 404, whether it exists or not. */
  findVisible<R extends string>(context: ReadContext, resource: R, id: number): Promise<Row<R>>;
  progressOf(actor: Actor): Progress | undefined;
  /** Runs the work and its journal in one transaction; `signal` stops long work. */
  inTransaction<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Runs work whose changes are seen by the work alone: its transaction is rolled back, whatever it returns. */
export async function dryRun<Result>(
  { inTransaction }: Pick<PlatformContext, "inTransaction">,
  actor: Actor,
  run: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  /** Ends a transaction whose changes nobody keeps, with what its work returns. */
  class TakenBack extends Error {
    constructor(readonly result: Result) {
      super("taken back");
    }
  }
  try {
    return await inTransaction(actor, async (unit) => {
      throw new TakenBack(await run(unit));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

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
