import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { ResourceDescriptor, Right } from "../core/descriptor.ts";
import type { PasswordPolicy } from "../core/password.ts";
import type { Texts } from "../core/texts.ts";
import type { ComputedPlan } from "./computed/computedPlan.ts";
import type { AnyTables } from "./db/tables.ts";
import type { Actor, Reading, Row } from "./entityHooks.ts";
import type { ResourcePlan } from "./plan/resourcePlan.ts";
import type { PlatformSettings } from "./settings.ts";
import type { OpenWork } from "./work/openWork.ts";

/** What every route and operation is given: the platform's parts, made once by `buildPlatform`. */
export interface PlatformContext {
  readonly db: Kysely<AnyTables>;
  /** Every served resource that has a table, prepared. */
  readonly plans: ReadonlyMap<string, ResourcePlan>;
  /** Every served resource that has none. */
  readonly computed: ReadonlyMap<string, ComputedPlan>;
  readonly settings: PlatformSettings;
  /** In English: what programs read. */
  readonly texts: Texts;
  /** In the language of whoever sends the request: what people read. */
  textsFor(request: Pick<FastifyRequest, "headers">): Promise<Texts>;
  readonly passwordPolicy: PasswordPolicy;
  /** Who sends the request; throws the catalogue's 401 or 403. */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Makes the next request of everyone look up again who they are: accounts or sessions have changed. */
  forgetActors(): void;
  /** Refuses (403) callers whose password has grown too old: all they may do is change it. */
  assertPasswordFresh(actor: Actor): void;
  /** Refuses (403) what the caller's role may not do with a resource; `id` decides grants on the own record. */
  assertCan(actor: Actor, descriptor: ResourceDescriptor, right: Right, id?: number): void;
  /** A reader for this caller outside of transactions. */
  readAs(actor: Actor): Reading;
  /** Stored row that the caller may see; throws 404 for all others, whether they exist or not. */
  findVisible(reading: Reading, resource: string, id: number): Promise<Row>;
  /** Runs the work in one transaction with its journal; all of it happens or nothing. */
  inTransaction<T>(actor: Actor, run: (work: OpenWork) => Promise<T>): Promise<T>;
}
