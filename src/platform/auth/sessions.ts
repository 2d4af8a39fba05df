import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import type { Actor } from "../entityHooks.ts";

type Db = Kysely<Tables>;

/** The origin of a login, as the session list shows it. */
export interface Origin {
  /** Address of the client. */
  readonly ip: string;
  readonly userAgent: string;
}

/** The time of the last request need not be exact. */
const seenEvery = 60_000;

/** Opens a session for an administrator and purges expired ones. `lifetime` in seconds, null: unlimited. */
export async function openSession(
  db: Db,
  adminId: number,
  { ip, userAgent }: Origin,
  lifetime: number | null,
): Promise<number> {
  const now = new Date();
  const expires = lifetime === null ? null : new Date(now.getTime() + lifetime * 1000);
  await sql`delete from adminsessions where admin_id = ${adminId} and expires_at < ${now}`.execute(db);
  const { rows } = await sql<{ id: number }>`insert into adminsessions
    (admin_id, ip, user_agent, created_at, last_seen_at, expires_at)
    values (${adminId}, ${ip}, ${toText(userAgent)}, ${now}, ${now}, ${expires}) returning id`.execute(db);
  return Number(rows[0]?.id);
}

/** Cuts the user agent to the column's length and makes it storable: a header may contain anything. */
function toText(userAgent: string): string {
  return userAgent.replaceAll("\0", "").slice(0, 255);
}

/** Whether the session exists and is the administrator's; updates when it was last used. */
export async function touchSession(db: Db, sessionId: number, adminId: number): Promise<boolean> {
  const { rows } = await sql<{ last_seen_at: Date }>`select last_seen_at from adminsessions
    where id = ${sessionId} and admin_id = ${adminId}`.execute(db);
  const [session] = rows;
  if (!session) return false;
  if (Date.now() - new Date(session.last_seen_at).getTime() > seenEvery) {
    // Not awaited: on the embedded engine that would block until another transaction ends. Should it fail, the next
    // request retries.
    sql`update adminsessions set last_seen_at = ${new Date()} where id = ${sessionId}`
      .execute(db)
      .catch(() => undefined);
  }
  return true;
}

/** Ends all sessions of these administrators, and invalidates all their tokens. */
export async function endSessions(db: Db, adminIds: readonly number[]): Promise<void> {
  if (adminIds.length === 0) return;
  await sql`delete from adminsessions where admin_id in (${sql.join([...adminIds])})`.execute(db);
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await sql`delete from adminsessions where id = ${sessionId}`.execute(db);
}

/** Callers whose own change ended their session: the response carries a token for a new one. */
const renewing = new WeakSet<Actor>();

export function renewSession(actor: Actor): void {
  renewing.add(actor);
}

/** Whether the caller is owed a new session; cleared by asking. */
export function takeRenewal(actor: Actor): boolean {
  return renewing.delete(actor);
}
