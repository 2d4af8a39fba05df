import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { jwtVerify, SignJWT } from "jose";
import { isStorableId } from "../../core/schema/ids.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { anyOf } from "../db/statements.ts";
import type { Db } from "../db/tables.ts";
import { collectionPath } from "../http/hal.ts";
import { parseId, queryOf } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { planOf } from "../records/plan/resourcePlan.ts";
import { assertParameters } from "../records/query/assertFilters.ts";
import { findVisible } from "../records/query/selectRows.ts";
import type { Actor } from "../resourceHooks.ts";

/** The origin of a login, as the session list shows it. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

/** The time of the last request need not be exact. */
const touchEveryMs = 60_000;

/** Opens a session for an administrator and purges expired ones. `lifetime` in seconds, null: unlimited. */
export async function openSession(
  db: Db,
  adminId: number,
  { ip, userAgent }: Origin,
  lifetime: number | null,
): Promise<number> {
  const now = new Date();
  const expires = lifetime === null ? null : new Date(now.getTime() + lifetime * 1000);
  const ended = db.deleteFrom("adminsessions").where("admin_id", "=", adminId);
  await ended.where("expires_at", "<", now.toISOString()).execute();
  const times = { created_at: now, last_seen_at: now, expires_at: expires };
  const session = { admin_id: adminId, ip, user_agent: toText(userAgent), ...times };
  return (await db.insertInto("adminsessions").values(session).returning("id").executeTakeFirstOrThrow()).id;
}

/** Cuts the user agent to the column's length and makes it storable: a header may contain anything. */
function toText(userAgent: string): string {
  return userAgent.replaceAll("\0", "").slice(0, 255);
}

/** Whether the session exists and is the administrator's; updates when it was last used. */
export async function touchSession(db: Db, sessionId: number, adminId: number): Promise<boolean> {
  const query = db.selectFrom("adminsessions").where("id", "=", sessionId).where("admin_id", "=", adminId);
  const session = await query.select("last_seen_at").executeTakeFirst();
  if (!session) return false;
  if (Date.now() - new Date(session.last_seen_at ?? 0).getTime() > touchEveryMs) {
    const update = db.updateTable("adminsessions").set({ last_seen_at: new Date() }).where("id", "=", sessionId);
    // Not awaited: on the embedded engine that would block until another transaction ends. Should it fail, the next
    // request retries.
    update.execute().catch(() => undefined);
  }
  return true;
}

/** Ends all sessions of these administrators, and invalidates all their tokens, also those to log in with. */
export async function endSessions(db: Db, adminIds: readonly number[]): Promise<void> {
  if (adminIds.length === 0) return;
  await db.deleteFrom("adminsessions").where("admin_id", "=", anyOf(adminIds)).execute();
  await db.deleteFrom("logintokens").where("admin_id", "=", anyOf(adminIds)).execute();
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom("adminsessions").where("id", "=", sessionId).execute();
}

/** Callers whose own change ended their session: the response carries a token for a new one. */
const renewing = new WeakSet<Actor>();

export function renewSession(actor: Actor): void {
  renewing.add(actor);
}

/** Returns whether the caller is owed a new session, once: the next call returns false. */
export function consumeRenewal(actor: Actor): boolean {
  return renewing.delete(actor);
}

interface IssuedToken {
  readonly jwt: string;
  /** Epoch seconds; null: never. */
  readonly expires: number | null;
}

/**
 * Claims of a token: the administrator and the session. Sessions can be ended, so a token is only valid as long as its
 * own.
 */
interface TokenClaims {
  readonly id: number;
  readonly sessionId: number;
}

/** Signs and checks the platform's tokens: HS256, claims `id`, `username` and `sid`, no role and no rights. */
export interface Tokens {
  issue(holder: TokenClaims & { readonly username: string }, lifetime: number | null): Promise<IssuedToken>;
  /** Undefined for a token that is foreign, tampered with or expired. */
  verify(token: string): Promise<TokenClaims | undefined>;
}

const keyName = "jwt_key";

/**
 * The key is generated once and stored in the database, so that tokens survive a restart and are valid on every
 * instance.
 */
export function buildTokens(db: Db): Tokens {
  let loading: Promise<Uint8Array> | undefined;
  const key = () => {
    loading ??= loadKey(db).catch((error: unknown) => {
      // The next request retries.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    issue: async ({ id, username, sessionId }, lifetime) => {
      const expires = lifetime === null ? null : Math.floor(Date.now() / 1000) + lifetime;
      const token = new SignJWT({ id, username, sid: sessionId }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
      if (expires !== null) token.setExpirationTime(expires);
      return { jwt: await token.sign(await key()), expires };
    },
    verify: async (token) => {
      const secret = await key();
      const claims = await jwtVerify(token, secret, { algorithms: ["HS256"] }).then(
        ({ payload }) => payload,
        // Any verification error: the token is invalid.
        () => undefined,
      );
      return isStorableId(claims?.id) && isStorableId(claims.sid)
        ? { id: claims.id, sessionId: claims.sid }
        : undefined;
    },
  };
}

async function loadKey(db: Db): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString("base64url");
  const insert = db.insertInto("pb_settings").values({ name: keyName, value: fresh });
  await insert.onConflict((conflict) => conflict.column("name").doNothing()).execute();
  const query = db.selectFrom("pb_settings").select("value").where("name", "=", keyName);
  return Buffer.from((await query.executeTakeFirstOrThrow()).value, "base64url");
}

const name = "adminsessions";

/** `DELETE /api/adminsessions/?admin_id=` ends every session of an administrator except the caller's current one. */
export function registerOtherSessions(app: FastifyInstance, context: PlatformContext): void {
  const plan = context.plans.get(name);
  if (!plan) return;
  app.delete(collectionPath(name), async (request, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, plan.descriptor, "delete", -1);
    const query = queryOf(request);
    assertParameters(query, [], ["admin_id"]);
    const requestedId = query.get("admin_id") ?? "";
    const id = parseId(requestedId);
    if (id === undefined) throw new PlatformError("invalid_id", { id: requestedId });
    await context.inTransaction(actor, async (unit) => {
      // Sessions are only visible together with their administrator.
      const admin = await findVisible(unit, planOf(context.plans, "admins"), id);
      const sessions = await unit.findBy("adminsessions", { admin_id: admin.id });
      await unit.deleteMany(
        name,
        sessions.map(({ id }) => id).filter((session) => session !== actor.sessionId),
      );
      // They would open further ones.
      await unit.db.deleteFrom("logintokens").where("admin_id", "=", admin.id).execute();
    });
    return reply.code(204).send();
  });
}
