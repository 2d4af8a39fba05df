import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { PlatformError } from "../core/errors.ts";
import type { ResourceModule } from "../core/resourceModule.ts";
import { viewAsHeader } from "../core/viewAsHeader.ts";
import { type ActorCache, buildActorCache } from "./auth/actorCache.ts";
import { assertCan } from "./auth/gate.ts";
import { isPasswordExpired } from "./auth/passwordAge.ts";
import type { Tokens } from "./auth/tokens.ts";
import { viewAs } from "./auth/viewAs.ts";
import { actorByCertificate } from "./certificates/certificateLogin.ts";
import { buildComputedPlans } from "./computed/computedPlan.ts";
import type { PlatformContext } from "./context.ts";
import type { Database } from "./db/engine.ts";
import { type AnyTables, transaction } from "./db/tables.ts";
import { hooks } from "./entities/index.ts";
import type { Actor } from "./entityHooks.ts";
import { languageOf } from "./language/requestLanguage.ts";
import { englishTexts, serverTexts } from "./language/serverTexts.ts";
import { buildPlans, planOf } from "./plan/resourcePlan.ts";
import { findVisible } from "./query/visible.ts";
import type { PlatformSettings } from "./settings.ts";
import { fromConstraint } from "./work/constraints.ts";
import { type OpenWork, openWork } from "./work/openWork.ts";

/** Resources that say who callers are: a change of them is noticed at once. */
const identities = ["admins", "adminsessions", "resellers"];

export interface ContextParts {
  readonly database: Pick<Database, "kysely">;
  readonly resources: Readonly<Record<string, ResourceModule>>;
  readonly settings: PlatformSettings;
  readonly tokens: Tokens;
}

export function buildContext({ database, resources, settings, tokens }: ContextParts): PlatformContext {
  const db = database.kysely;
  const plans = buildPlans(storedOf(resources), hooks, settings.timeZone);
  const computed = buildComputedPlans(resources, hooks);
  const actors = buildActorCache(db, tokens);
  return {
    db,
    plans,
    computed,
    settings,
    texts: englishTexts,
    textsFor: (request) => serverTexts(languageOf(request)),
    passwordPolicy: settings.passwordPolicy,
    actorOf: (request) => actorOf(db, actors, request),
    forgetActors: actors.clear,
    assertCan: (actor, descriptor, right, id) => assertCan(settings, actor, descriptor, right, id),
    assertPasswordFresh: ({ admin }) => {
      if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
    },
    readAs: (actor) => ({ db, actor, now: settings.clock() }),
    findVisible: (reading, resource, id) => findVisible(reading, planOf(plans, resource), id),
    inTransaction: async <T>(actor: Actor, run: (work: OpenWork) => Promise<T>): Promise<T> => {
      let written: ReadonlySet<string> = new Set();
      try {
        return await transaction(db, async (trx) => {
          const work = openWork(trx, { plans, settings, actor, now: settings.clock() });
          written = work.written;
          return run(work);
        });
      } catch (error) {
        throw fromConstraint(error) ?? error;
      } finally {
        if (identities.some((resource) => written.has(resource))) actors.clear();
      }
    },
  };
}

function storedOf(resources: ContextParts["resources"]): ContextParts["resources"] {
  return Object.fromEntries(
    Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage !== "computed"),
  );
}

/** Asked once a request, however often its parts want to know. */
const asked = new WeakMap<FastifyRequest, Promise<Actor>>();

function actorOf(db: Kysely<AnyTables>, actors: ActorCache, request: FastifyRequest): Promise<Actor> {
  const asking = asked.get(request) ?? askActor(db, actors, request).then((actor) => asViewed(actor, request));
  asked.set(request, asking);
  return asking;
}

function askActor(db: Kysely<AnyTables>, actors: ActorCache, request: FastifyRequest): Promise<Actor> {
  if (request.headers.authorization === undefined) return actorByCertificate(db, request);
  const [scheme, token] = request.headers.authorization.split(" ", 2);
  return scheme?.toLowerCase() === "bearer" && token
    ? actors.actorOf(token)
    : Promise.reject(new PlatformError("not_logged_in"));
}

function asViewed(actor: Actor, { headers, method }: FastifyRequest): Actor {
  const role = headers[viewAsHeader.toLowerCase()];
  return role === undefined ? actor : viewAs(actor, String(role), method);
}
