import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import type { Actor } from "../entityHooks.ts";

type Db = Kysely<AnyTables>;

/** Where a login comes from, as its list of sessions shows it. */
export interface Origin {
  /** Address of the client. */
  readonly ip: string;
  readonly userAgent: string;
}

/** An answer hasn't to wait for the exact time of the last request. */
const seenEvery = 60_000;

/** A new session of an administrator; what has expired meanwhile goes. `lifetime` in seconds, null: for ever. */
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

/** Keeps what a client says of itself within the column, and storable: a header may hold anything. */
function toText(userAgent: string): string {
  return userAgent.replaceAll("\0", "").slice(0, 255);
}

/** Whether the session is there and its administrator's; notes about when it was last used. */
export async function touchSession(db: Db, sessionId: number, adminId: number): Promise<boolean> {
  const { rows } = await sql<{ last_seen_at: Date }>`select last_seen_at from adminsessions
    where id = ${sessionId} and admin_id = ${adminId}`.execute(db);
  const [session] = rows;
  if (!session) return false;
  if (Date.now() - new Date(session.last_seen_at).getTime() > seenEvery) {
    await sql`update adminsessions set last_seen_at = ${new Date()} where id = ${sessionId}`.execute(db);
  }
  return true;
}

/** Ends all sessions of these administrators, and with them every token they have. */
export async function endSessions(db: Db, adminIds: readonly number[]): Promise<void> {
  if (adminIds.length === 0) return;
  await sql`delete from adminsessions where admin_id in (${sql.join([...adminIds])})`.execute(db);
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await sql`delete from adminsessions where id = ${sessionId}`.execute(db);
}

/** Callers whose own change has ended their session: the answer brings them a token of a new one. */
const renewing = new WeakSet<Actor>();

export function renewSession(actor: Actor): void {
  renewing.add(actor);
}

/** Whether the caller is owed a new session; asked once. */
export function takeRenewal(actor: Actor): boolean {
  return renewing.delete(actor);
}
