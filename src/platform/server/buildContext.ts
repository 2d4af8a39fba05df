import type { FastifyRequest } from "fastify";
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import { boundRoles, viewableRoles } from "../../core/access/viewAs.ts";
import { bulkRunHeader, viewAsHeader, withoutSecretsHeader } from "../../core/api/panelHeaders.ts";
import type { ResourceModule } from "../../core/schema/resourceModule.ts";
import { declareChoices } from "../../core/telephony/preferenceKind.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { type BasicLogins, buildBasicLogins } from "../accounts/basicLogin.ts";
import { actorByCertificate } from "../accounts/certificates/certificateLogin.ts";
import { basicCredentials } from "../accounts/credentials.ts";
import { buildFirstUses, type FirstUses } from "../accounts/journalLogin.ts";
import { isPasswordExpired } from "../accounts/login.ts";
import { requireSecondFactor } from "../accounts/secondFactor.ts";
import { type Tokens, touchSession } from "../accounts/sessions.ts";
import { errorCode } from "../db/errors.ts";
import { type Lsn, parseLsn, ReplicaLostError, type Replicas } from "../db/replicas.ts";
import { transaction } from "../db/statements.ts";
import type { Database, Db } from "../db/tables.ts";
import { setAskerAccount } from "../evaluation/asker.ts";
import { retryWithAnswers } from "../evaluation/evaluate.ts";
import { languageOf } from "../http/language/requestLanguage.ts";
import { englishTexts, serverTexts } from "../http/language/serverTexts.ts";
import { setRequestCaller } from "../http/logging.ts";
import { isCrossSite } from "../http/origin.ts";
import { parseId } from "../http/query.ts";
import { assertCan, loadAdmin, toActor } from "../records/actor.ts";
import { buildComputedPlans } from "../records/computed/computedPlan.ts";
import type { PlatformContext } from "../records/context.ts";
import { buildPlans, planOf } from "../records/plan/resourcePlan.ts";
import { findVisible } from "../records/query/selectRows.ts";
import { beginUnitOfWork } from "../records/unitOfWork/beginUnitOfWork.ts";
import { fromConstraint } from "../records/unitOfWork/constraints.ts";
import { buildProgressRegistry } from "../records/unitOfWork/progress.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor, ReadContext } from "../resourceHooks.ts";
import { hooks } from "../resources/index.gen.ts";
import type { Observer } from "../runtime/observer.ts";
import type { PlatformSettings } from "../runtime/settings.ts";

/** Resources that determine who callers are: their changes take effect at once. */
const identities = ["admins", "adminsessions", "resellers"];

interface ContextParts {
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
  const progresses = buildProgressRegistry();
  const apart = replicas && createReplicaReader(db, replicas);
  const readAs = (actor: Actor): ReadContext => ({ db, actor, now: settings.clock(), timeZone: settings.timeZone });
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
    callerWith: async (request, right, descriptor) => {
      const actor = await context.actorOf(request);
      assertCan(settings, actor, descriptor, right);
      return actor;
    },
    callerWithId: async (request, right, descriptor) => {
      const actor = await context.actorOf(request);
      const id = parseId(request.params.id);
      assertCan(settings, actor, descriptor, right, id ?? -1);
      return { actor, id };
    },
    assertPasswordFresh: ({ admin }) => {
      if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
    },
    readAs,
    readApart: async (actor, plan) =>
      apart && !plan?.hooks.refresher
        ? { ...readAs(actor), db: await apart.databaseFor(actor.adminId) }
        : readAs(actor),
    findVisible: (context, resource, id) => findVisible(context, planOf(plans, resource), id),
    progressOf: ({ adminId }) => progresses.of(adminId),
    inTransaction: async <T>(actor: Actor, run: (unit: UnitOfWork) => Promise<T>, signal?: AbortSignal): Promise<T> => {
      let written: ReadonlySet<string> = new Set();
      const { progress, end } = progresses.begin(actor.adminId);
      try {
        const result = await retryWithAnswers(() =>
          transaction(db, async (trx) => {
            Object.assign(progress, { found: 0, done: 0 });
            const unit = beginUnitOfWork(trx, { plans, settings, actor, now: settings.clock(), progress, signal });
            written = unit.written;
            return run(unit);
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
  const logins = buildBasicLogins({ db, settings }, [requireSecondFactor(context)], uses);
  return context;
}

function storedOf(resources: ContextParts["resources"]): ContextParts["resources"] {
  return Object.fromEntries(
    Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage !== "computed"),
  );
}

/** Resolved once per request, however many parts need it. */
const actorOfRequest = new WeakMap<FastifyRequest, Promise<Actor>>();

interface CallerParts {
  readonly db: Kysely<Tables>;
  readonly actors: ActorCache;
  readonly logins: BasicLogins;
  readonly uses: FirstUses;
  readonly settings: Pick<PlatformSettings, "publicUrl">;
}

function actorOf(parts: CallerParts, request: FastifyRequest): Promise<Actor> {
  const asking =
    actorOfRequest.get(request) ??
    authenticateRequest(parts, request).then((actor) => {
      setRequestCaller(request, actor.adminId);
      setAskerAccount(request, actor.adminId);
      return withRequestHeaders(actor, request);
    });
  actorOfRequest.set(request, asking);
  return asking;
}

async function authenticateRequest(
  { db, actors, logins, uses, settings }: CallerParts,
  request: FastifyRequest,
): Promise<Actor> {
  if (request.headers.authorization === undefined) return actorByCertificate(db, request, uses);
  const credentials = basicCredentials(request);
  if (credentials) {
    // Browsers store such credentials, and send them on cross-site requests.
    if (isCrossSite(request, settings.publicUrl)) throw new PlatformError("foreign_origin");
    return logins.actorOf(credentials, request.ip);
  }
  const [scheme, token] = request.headers.authorization.split(" ", 2);
  if (scheme?.toLowerCase() !== "bearer" || !token) throw new PlatformError("not_logged_in");
  return actors.actorOf(token);
}

/** Callers who requested records without passwords: one object per caller, as caches are keyed by it. */
const withoutPasswords = memoize((actor: Actor): Actor => ({ ...actor, omits: "passwords" }));

/** Callers within a bulk run, one object for each run. */
const running = new WeakMap<Actor, Actor>();

function withRun(caller: Actor, run: string): Actor {
  const before = running.get(caller);
  if (before?.run === run) return before;
  const actor = { ...caller, run };
  running.set(caller, actor);
  return actor;
}

/** Anything else names no run. */
const runName = /^[\w-]{1,64}$/;

function withRequestHeaders(caller: Actor, { headers, method }: FastifyRequest): Actor {
  const discreetly = headers[withoutSecretsHeader.toLowerCase()] === undefined ? caller : withoutPasswords(caller);
  const run = String(headers[bulkRunHeader.toLowerCase()] ?? "");
  const actor = runName.test(run) ? withRun(discreetly, run) : discreetly;
  // An empty header counts as absent.
  const role = headers[viewAsHeader.toLowerCase()] || undefined;
  return role === undefined ? actor : asViewedActor(actor, String(role), method);
}

interface ActorCache {
  /** The caller who owns this token; 401 for an invalid token, 403 for a disabled account. */
  actorOf(token: string): Promise<Actor>;
  /** Clears the cache after a change of an administrator or a reseller. */
  clear(): void;
}

/**
 * The time in milliseconds for which a change of an administrator by another node may go unnoticed. A node caches
 * nothing else of others' changes, so no node has to be notified of any: docs/decisions/0073-several-nodes.md.
 */
const maxAgeMs = 400;
const maxEntries = 1_000;

/** Caches the owners of tokens for a moment, so that lists and records cost no further query. */
function buildActorCache(db: Db, tokens: Tokens, observer: Observer): ActorCache {
  const cache = new Map<string, { readonly actor: Promise<Actor>; readonly until: number }>();
  return {
    actorOf: (token) => {
      const entry = cache.get(token);
      const isCached = entry !== undefined && entry.until > performance.now();
      observer.callerLookedUp(isCached);
      if (isCached) return entry.actor;
      if (cache.size >= maxEntries) cache.clear();
      // Concurrent requests share this lookup, dated to its start: by a clock that nobody sets.
      const loading = { actor: loadActor(db, tokens, token), until: performance.now() + maxAgeMs };
      cache.set(token, loading);
      loading.actor.catch(() => {
        if (cache.get(token) === loading) cache.delete(token);
      });
      return loading.actor;
    },
    clear: () => cache.clear(),
  };
}

async function loadActor(db: Db, tokens: Tokens, token: string): Promise<Actor> {
  const claims = await tokens.verify(token);
  const admin = claims && (await loadAdmin(db, { id: claims.id }));
  if (!admin) throw new PlatformError("invalid_token");
  if (!admin.is_active) throw new PlatformError("forbidden");
  if (!(await touchSession(db, claims.sessionId, claims.id))) throw new PlatformError("invalid_token");
  return toActor(admin, claims.sessionId);
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The caller with another role: the same person, with that role's rights and, when the role is bound to a reseller,
 * only its rows. Rows that the caller cannot see stay hidden. 403 for a role that the caller may not view as, and for
 * every write.
 */
function asViewedActor(actor: Actor, role: string, method: string): Actor {
  const flags = viewableRoles(actor.admin).get(role);
  if (!flags) throw new PlatformError("view_as_refused", { role });
  if (!safeMethods.has(method)) throw new PlatformError("viewing_as");
  const ownReseller = boundRoles.has(flags.role) ? actor.admin.reseller_id : null;
  return {
    ...actor,
    role,
    serverRole: flags.role,
    resellerId: actor.resellerId ?? ownReseller,
    admin: { ...actor.admin, ...flags },
  };
}

/** Serialization failure: rows were removed that the replica still reads; and statements that replicas refuse. */
const replicaErrorCodes = new Set(["40001", "25006"]);

/**
 * Reads from replicas. After each of an administrator's changes, its place in the log of writes is stored, so that
 * every node knows which replicas hold it.
 */
function createReplicaReader(db: Kysely<Tables>, replicas: Replicas) {
  const withFallback = memoize((replica: Kysely<Tables>) => {
    const connection = connectWithFallback(replica, replicas, db);
    const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
    return new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (inner) => new PostgresIntrospector(inner),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  });
  return {
    noteWrite: async (adminId: number): Promise<void> => {
      // After the commit, so that this place is behind it.
      await sql`insert into lastwrites (admin_id, place) values (${adminId}, pg_current_wal_insert_lsn()::text)
        on conflict (admin_id) do update set place = excluded.place`.execute(db);
    },
    databaseFor: async (adminId: number): Promise<Kysely<Tables>> => {
      const replica = replicas.holding(await lastWrite(db, adminId));
      return replica ? withFallback(replica) : db;
    },
  };
}

/** A connection whose statements run on a replica; those that fail because it is lost run on the database itself. */
function connectWithFallback(replica: Kysely<Tables>, replicas: Replicas, db: Kysely<Tables>): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        return await replicas.whileThere(replica, () => replica.executeQuery<R>(query));
      } catch (error) {
        if (!(error instanceof ReplicaLostError || replicaErrorCodes.has(errorCode(error) ?? ""))) throw error;
        return db.executeQuery<R>(query);
      }
    },
    streamQuery: () => {
      throw new Error("nothing is streamed from replicas");
    },
  };
}

/** 0 for somebody who has changed nothing yet. */
async function lastWrite(db: Kysely<Tables>, adminId: number): Promise<Lsn> {
  const row = await db.selectFrom("lastwrites").select("place").where("admin_id", "=", adminId).executeTakeFirst();
  return row ? parseLsn(row.place) : 0n;
}
