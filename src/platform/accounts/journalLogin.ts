import { sql } from "kysely";
import type { JournalOperation } from "../../core/api/journalOperations.ts";
import type { Db } from "../db/tables.ts";
import type { Actor } from "../resourceHooks.ts";

/** The means by which an administrator logs in; a session is ended. */
type LoginMeans = "password" | "code" | "token" | "basic" | "certificate" | "link" | "session";

interface LoginEvent {
  readonly operation: Extract<JournalOperation, "login" | "login_failed" | "logout" | "password_reset">;
  /** The account; undefined: there is none by that name, and nothing is noted. */
  readonly adminId: number | undefined;
  readonly by: LoginMeans;
  readonly ip: string;
  /** The one who did it, if that is somebody else. */
  readonly actor?: Actor | undefined;
}

/**
 * Writes to the journal of an administrator who logged in, tried to, or logged out. A name without an account is not
 * noted, as it may be a password in the wrong field, but costs the same statement, so that its time tells nothing.
 */
export async function journalLogin(db: Db, { operation, adminId, by, ip, actor }: LoginEvent): Promise<void> {
  const changes = { ip: { before: null, after: ip }, by: { before: null, after: by } };
  await sql`insert into journals (resource_name, resource_id, operation, timestamp, user_id, username, reseller_id, changes)
    select 'admins', id, ${operation}::text, ${new Date()}::timestamptz, coalesce(${actor?.adminId ?? null}::integer, id),
      coalesce(${actor?.username ?? null}::text, login), reseller_id, ${JSON.stringify(changes)}::jsonb
    from admins where id = ${adminId ?? 0}`.execute(db);
}

/** Clients that prove each request would fill the journal: one entry a day for each account, address and means. */
const DAY_MS = 86_400_000;
const MAX_KNOWN_LOGINS = 10_000;

export interface FirstUses {
  note(admin: { readonly id: number }, by: LoginMeans, ip: string): Promise<void>;
}

/** Notes the first request of such a client, and its next one after a day. */
export function buildFirstUses(db: Db, clock: () => Date): FirstUses {
  const lastNoted = new Map<string, number>();
  return {
    note: async ({ id }, by, ip) => {
      const key = `${id} ${by} ${ip}`;
      const now = clock().getTime();
      if ((lastNoted.get(key) ?? Number.NEGATIVE_INFINITY) > now - DAY_MS) return;
      if (lastNoted.size >= MAX_KNOWN_LOGINS) lastNoted.clear();
      lastNoted.set(key, now);
      await journalLogin(db, { operation: "login", adminId: id, by, ip });
    },
  };
}
