import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import type { Texts } from "../../core/texts.ts";
import type { Reading, Row } from "../entityHooks.ts";
import type { Mailer } from "../mail/mailer.ts";
import { loadAdmin } from "./actor.ts";

type Db = Reading["db"];

/** As random as an UUID, and short enough for the link to be one line of a message. */
const tokenBytes = 16;
/** How long a link works, and how long nobody gets another one. */
const lifetimeMs = 300_000;

export interface ResetRequest {
  readonly username: string;
  /** Address of whoever asks: the link works from there only. */
  readonly ip: string;
  readonly now: Date;
}

export interface ResetMail {
  readonly mailer: Mailer;
  readonly texts: Texts;
  /** Address of the panel, without a slash at its end. */
  readonly baseUrl: string;
}

/**
 * Sends an administrator the link to a new password. Does nothing for who does not exist, may not reset, has no
 * e-mail address or has been sent a link a moment ago.
 */
export async function sendResetLink(db: Db, request: ResetRequest, mail: ResetMail): Promise<void> {
  // A text the database can not hold is nobody's name.
  const admin = request.username.includes("\0") ? undefined : await loadAdmin(db, { login: request.username });
  if (!admin || !mayReset(admin) || !admin.email) return;
  const token = randomBytes(tokenBytes).toString("base64url");
  if (!(await storeReset(db, admin.id, token, request))) return;
  const params = {
    login: String(admin.login),
    link: `${mail.baseUrl}/#/recoverpassword?token=${token}`,
    minutes: lifetimeMs / 60_000,
    ip: request.ip,
  };
  try {
    await mail.mailer.send({
      to: String(admin.email),
      subject: mail.texts("passwords.mail.subject"),
      text: mail.texts("passwords.mail.text", params),
    });
  } catch (error) {
    // Nobody has the link: the next request need not wait for its end.
    await sql`delete from passwordresets where token_hash = ${hashOf(token)}`.execute(db);
    throw error;
  }
}

/** Whose link this is; throws 403 when it is none, too old, or was asked for from elsewhere. */
export async function ownerOfReset(db: Db, token: string, { ip, now }: Omit<ResetRequest, "username">): Promise<Row> {
  const { rows } = await sql<{ admin_id: number }>`select admin_id from passwordresets
    where token_hash = ${hashOf(token)} and ip = ${ip} and created_at > ${oldest(now)}`.execute(db);
  const admin = rows[0] && (await loadAdmin(db, { id: rows[0].admin_id }));
  if (!admin || !mayReset(admin)) throw new PlatformError("reset_token_invalid");
  return admin;
}

/**
 * Uses the link up; throws 403 when somebody was faster. Belongs into the transaction that sets the password, so that
 * a refused password leaves the link as it was.
 */
export async function useReset(db: Db, token: string): Promise<void> {
  const { rows } = await sql`delete from passwordresets where token_hash = ${hashOf(token)} returning id`.execute(db);
  if (rows.length === 0) throw new PlatformError("reset_token_invalid");
}

function mayReset(admin: Row): boolean {
  return Boolean(admin.is_active) && Boolean(admin.can_reset_password);
}

/** False while an earlier link still works: of requests at the same time one gets through. */
async function storeReset(db: Db, adminId: number, token: string, { ip, now }: ResetRequest): Promise<boolean> {
  const { rows } = await sql`insert into passwordresets as earlier (admin_id, token_hash, ip, created_at)
    values (${adminId}, ${hashOf(token)}, ${ip}, ${now})
    on conflict (admin_id) do update
      set token_hash = excluded.token_hash, ip = excluded.ip, created_at = excluded.created_at
      where earlier.created_at <= ${oldest(now)}
    returning admin_id`.execute(db);
  return rows.length > 0;
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - lifetimeMs);
}

/** The token is as random as a key, so a plain hash is as safe as a slow one. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
