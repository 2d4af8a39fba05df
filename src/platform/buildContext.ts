import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { PlatformError } from "../core/errors.ts";
import { bulkRunHeader, viewAsHeader, withoutSecretsHeader } from "../core/panelHeaders.ts";
import type { ResourceModule } from "../core/resourceModule.ts";
import type { Tables } from "../generated/database.gen.ts";
import { type ActorCache, buildActorCache } from "./auth/actorCache.ts";
import { basicCredentials } from "./auth/basicAuth.ts";
import { type BasicLogins, buildBasicLogins } from "./auth/basicLogin.ts";
import { buildFirstUses, type FirstUses } from "./auth/noteLogin.ts";
import { isPasswordExpired } from "./auth/passwordAge.ts";
import { askSecondFactor } from "./auth/secondFactor.ts";
import type { Tokens } from "./auth/tokens.ts";
import { viewAs } from "./auth/viewAs.ts";
import { actorByCertificate } from "./certificates/certificateLogin.ts";
import { buildComputedPlans } from "./computed/computedPlan.ts";
import type { PlatformContext } from "./context.ts";
import { readApart } from "./db/readApart.ts";
import type { Replicas } from "./db/replicas.ts";
import { type Database, transaction } from "./db/tables.ts";
import { hooks } from "./entities/index.ts";
import type { Actor, Reading } from "./entityHooks.ts";
import { nameAsker } from "./evaluation/asker.ts";
import { answeredBefore } from "./evaluation/evaluate.ts";
import { noteCaller } from "./http/logging.ts";
import { isFromElsewhere } from "./http/origin.ts";
import { languageOf } from "./language/requestLanguage.ts";
import { englishTexts, serverTexts } from "./language/serverTexts.ts";
import { buildPlans, planOf } from "./plan/resourcePlan.ts";
import { declareChoices } from "./preferences/preferenceKind.ts";
import { findVisible } from "./query/visible.ts";
import { assertCan } from "./rights.ts";
import type { PlatformSettings } from "./settings.ts";
import { beginWork } from "./work/beginWork.ts";
import { fromConstraint } from "./work/constraints.ts";
import type { OpenWork } from "./work/openWork.ts";
import { buildProgresses } from "./work/progress.ts";

/** Resources that determine who callers are: their changes take effect at once. */
const identities = ["admins", "adminsessions", "resellers"];

export interface ContextParts {
  readonly database: Pick<Database, "kysely">;
  readonly replicas?: Replicas | undefined;
  readonly resources: Readonly<Record<string, ResourceModule>>;
  readonly settings: PlatformSettings;
  readonly tokens: Tokens;
}

export function buildContext({ database, replicas, resources, settings, tokens }: ContextParts): PlatformContext {
  const db = database.kysely;
  declareChoices(settings.preferenceChoices);
  const plans = buildPlans(storedOf(resources), hooks, settings.timeZone);
  const computed = buildComputedPlans(resources, hooks);
  const actors = buildActorCache(db, tokens, settings.observer);
  const uses = buildFirstUses(db, settings.clock);
  const progresses = buildProgresses();
  const apart = replicas && readApart(db, replicas);
  const readAs = (actor: Actor): Reading => ({ db, actor, now: settings.clock(), timeZone: settings.timeZone });
  const context: PlatformContext = {
    db,
    plans,
    computed,
    settings,
    texts: englishTexts,
    textsFor: (request) => serverTexts(languageOf(request)),
    passwordPolicy: settings.passwordPolicy,
    actorOf: (request) => actorOf({ db, actors, logins, uses, settings }, request),
    forgetActors: actors.clear,
    assertCan: (actor, descriptor, right, id) => assertCan(settings, actor, descriptor, right, id),
    assertPasswordFresh: ({ admin }) => {
      if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
    },
    readAs,
    readApart: async (actor, read) => (apart ? apart.read(readAs(actor), read) : read(readAs(actor))),
    findVisible: (reading, resource, id) => findVisible(reading, planOf(plans, resource), id),
    progressOf: ({ adminId }) => progresses.of(adminId),
    inTransaction: async <T>(actor: Actor, run: (work: OpenWork) => Promise<T>, signal?: AbortSignal): Promise<T> => {
      let written: ReadonlySet<string> = new Set();
      const { tally, end } = progresses.begin(actor.adminId);
      try {
        const result = await answeredBefore(() =>
          transaction(db, async (trx) => {
            Object.assign(tally, { found: 0, done: 0 });
            const work = beginWork(trx, { plans, settings, actor, now: settings.clock(), tally, signal });
            written = work.written;
            return run(work);
          }),
        );
        await apart?.noteWrite(actor.adminId);
        return result;
      } catch (error) {
        throw fromConstraint(error) ?? error;
      } finally {
        end();
        if (identities.some((resource) => written.has(resource))) actors.clear();
      }
    },
  };
  const logins = buildBasicLogins({ db, settings }, [askSecondFactor(context)], uses);
  return context;
}

function storedOf(resources: ContextParts["resources"]): ContextParts["resources"] {
  return Object.fromEntries(
    Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage !== "computed"),
  );
}

/** Resolved once per request, however many parts ask. */
const asked = new WeakMap<FastifyRequest, Promise<Actor>>();

interface CallerParts {
  readonly db: Kysely<Tables>;
  readonly actors: ActorCache;
  readonly logins: BasicLogins;
  readonly uses: FirstUses;
  readonly settings: Pick<PlatformSettings, "publicUrl">;
}

function actorOf(parts: CallerParts, request: FastifyRequest): Promise<Actor> {
  const asking =
    asked.get(request) ??
    askActor(parts, request).then((actor) => {
      noteCaller(request, actor.adminId);
      nameAsker(request, actor.adminId);
      return asViewed(actor, request);
    });
  asked.set(request, asking);
  return asking;
}

async function askActor({ db, actors, logins, uses, settings }: CallerParts, request: FastifyRequest): Promise<Actor> {
  if (request.headers.authorization === undefined) return actorByCertificate(db, request, uses);
  const credentials = basicCredentials(request);
  if (credentials) {
    // Browsers store such credentials, and send them on cross-site requests.
    if (isFromElsewhere(request, settings.publicUrl)) throw new PlatformError("foreign_origin");
    return logins.actorOf(credentials, request.ip);
  }
  const [scheme, token] = request.headers.authorization.split(" ", 2);
  if (scheme?.toLowerCase() !== "bearer" || !token) throw new PlatformError("not_logged_in");
  return actors.actorOf(token);
}

/** Callers who requested records without passwords: one object per caller, as caches are keyed by it. */
const discreet = new WeakMap<Actor, Actor>();

function withoutPasswords(known: Actor): Actor {
  const actor = discreet.get(known) ?? { ...known, omits: "passwords" };
  discreet.set(known, actor);
  return actor;
}

/** Callers within a bulk run, one object for each run. */
const running = new WeakMap<Actor, Actor>();

function withRun(known: Actor, run: string): Actor {
  const before = running.get(known);
  if (before?.run === run) return before;
  const actor = { ...known, run };
  running.set(known, actor);
  return actor;
}

/** Anything else names no run. */
const runName = /^[\w-]{1,64}$/;

function asViewed(known: Actor, { headers, method }: FastifyRequest): Actor {
  const discreetly = headers[withoutSecretsHeader.toLowerCase()] === undefined ? known : withoutPasswords(known);
  const run = String(headers[bulkRunHeader.toLowerCase()] ?? "");
  const actor = runName.test(run) ? withRun(discreetly, run) : discreetly;
  // An empty header counts as absent.
  const role = headers[viewAsHeader.toLowerCase()] || undefined;
  return role === undefined ? actor : viewAs(actor, String(role), method);
}
