import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import type { Texts } from "../../core/schema/texts.ts";
import type { PasswordPolicy } from "../../core/validation/passwordPolicy.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { type ItemRequest, parseId } from "../http/query.ts";
import type { Actor, ReadContext, Row } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";
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
  readAs(actor: Actor): ReadContext;
  /**
   * Runs reads that may show what others changed a moment later: on a replica which holds all that the caller has
   * changed, if there is one. Starts again on the database itself if the replica is lost in between.
   */
  readApart<T>(actor: Actor, read: (context: ReadContext) => Promise<T>): Promise<T>;
  /** The stored row if the caller can see it; else throws 404, whether it exists or not. */
  findVisible<R extends string>(context: ReadContext, resource: R, id: number): Promise<Row<R>>;
  progressOf(actor: Actor): Progress | undefined;
  /** Runs the work and its journal in one transaction; `signal` stops long work. */
  inTransaction<T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** The caller and the id in the path, if the caller's role has the right on the record. */
export async function callerWithId(
  context: PlatformContext,
  { descriptor }: ResourcePlan,
  right: "create" | "update" | "delete",
  request: ItemRequest,
): Promise<{ readonly actor: Actor; readonly id: number | undefined }> {
  const actor = await context.actorOf(request);
  const id = parseId(request.params.id);
  context.assertCan(actor, descriptor, right, id ?? -1);
  return { actor, id };
}
