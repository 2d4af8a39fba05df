import { anyOf } from "../db/statements.ts";
import type { Db } from "../db/tables.ts";
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
