import { randomBytes } from "node:crypto";
import type { Texts } from "../../../core/schema/texts.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { journalLogin } from "../../accounts/journalLogin.ts";
import { managesAccount } from "../../accounts/managing.ts";
import type { Db } from "../../db/tables.ts";
import { loadAdmin } from "../../records/actor.ts";
import { hashToken } from "../../records/secrets.ts";
import type { Actor, Row } from "../../resourceHooks.ts";
import type { Mail, Mailer } from "../../runtime/mail/mailer.ts";
import { findTemplate } from "../mailTemplates/templates.ts";

/** As random as a UUID, and short enough to keep the link on one line of a message. */
const tokenBytes = 16;
/** Time for which a link works, and in which no other one is sent. */
const lifetimeMs = 300_000;

interface ResetRequest {
  readonly username: string;
  /** Address of the requester: the link works from there only, unless a master requests it for somebody else. */
  readonly ip: string;
  readonly now: Date;
  /** The requester, if logged in. */
  readonly asker?: Actor | undefined;
}

/** In place of an address: the link works from anywhere. */
const anywhere = "";

interface ResetMail {
  readonly mailer: Mailer;
  readonly texts: Texts;
  /** Base URL of the panel, without a trailing slash. */
  readonly baseUrl: string;
}

/** Throws 403 to a manager of an account that may not reset its password; others never learn what an account may. */
export async function assertMayReset(db: Db, asker: Actor, username: string): Promise<void> {
  const admin = username.includes("\0") ? undefined : await loadAdmin(db, { login: username });
  if (admin && managesAccount(asker, admin) && !mayReset(admin)) throw new PlatformError("password_reset_not_allowed");
}

/**
 * Mails an administrator the link to set a new password. Does nothing for accounts that do not exist, may not reset,
 * have no e-mail address or were sent a link recently.
 */
export async function sendResetLink(db: Db, request: ResetRequest, mail: ResetMail): Promise<void> {
  // A name that the database cannot store belongs to nobody.
  const admin = request.username.includes("\0") ? undefined : await loadAdmin(db, { login: request.username });
  if (!admin || !mayReset(admin) || !admin.email) return;
  const token = randomBytes(tokenBytes).toString("base64url");
  // A manager's address is rarely the one where the owner reads the message.
  const manager = request.asker && managesAccount(request.asker, admin) ? request.asker : undefined;
  if (!(await storeReset(db, admin.id, token, manager ? { ...request, ip: anywhere } : request))) return;
  await journalLogin(db, {
    ...{ operation: "password_reset", adminId: admin.id, by: "link", ip: request.ip, actor: manager },
  });
  const link = `${mail.baseUrl}/#/recoverpassword?token=${token}`;
  try {
    const message =
      (await messageOfTemplate(db, admin, link)) ??
      builtInMessage(mail.texts, admin, { link, ip: request.ip, manager });
    await mail.mailer.send({ to: String(admin.email), ...message });
  } catch (error) {
    // The link reached nobody: the next request need not wait until it expires.
    await db.deleteFrom("passwordresets").where("token_hash", "=", hashToken(token)).execute();
    throw error;
  }
}

type Message = Omit<Mail, "to">;

/** The message as the administrator's reseller or the platform words it, if they do. */
async function messageOfTemplate(db: Db, admin: Row<"admins">, url: string): Promise<Message | undefined> {
  const template = await findTemplate(db, "admin_passreset_default_email", admin.reseller_id);
  if (!template) return undefined;
  const { fillMail } = await import("../../../core/telephony/mail/fillMail.ts");
  const { from, subject, text } = fillMail(template, { url, admin: admin.login });
  return { from, subject, text };
}

/** The message in the requester's language. */
function builtInMessage(
  texts: Texts,
  { login }: Row<"admins">,
  { manager, ...params }: { readonly link: string; readonly ip: string; readonly manager: Actor | undefined },
): Message {
  return {
    subject: texts("passwords.mail.subject"),
    text: texts(manager ? "passwords.mail.byManager" : "passwords.mail.text", {
      ...params,
      login,
      minutes: lifetimeMs / 60_000,
      manager: manager?.username ?? "",
    }),
  };
}

/**
 * The owner of this link; throws 403 when it is unknown, expired, or was requested from another address, and when the
 * owner may no longer reset the password.
 */
export async function ownerOfResetToken(
  db: Db,
  token: string,
  { ip, now }: Pick<ResetRequest, "ip" | "now">,
): Promise<Row<"admins">> {
  const reset = await db
    .selectFrom("passwordresets")
    .select("admin_id")
    .where("token_hash", "=", hashToken(token))
    .where("ip", "in", [ip, anywhere])
    .where("created_at", ">", oldest(now))
    .executeTakeFirst();
  const admin = reset && (await loadAdmin(db, { id: reset.admin_id }));
  if (!admin?.is_active) throw new PlatformError("reset_token_invalid");
  if (!mayReset(admin)) throw new PlatformError("password_reset_not_allowed");
  return admin;
}

/**
 * Consumes the link; throws 403 when another request was faster. Run it in the transaction that sets the password, so
 * that a refused password keeps the link.
 */
export async function consumeResetToken(db: Db, token: string): Promise<void> {
  const used = await db.deleteFrom("passwordresets").where("token_hash", "=", hashToken(token)).executeTakeFirst();
  if (used.numDeletedRows === 0n) throw new PlatformError("reset_token_invalid");
}

function mayReset(admin: Row<"admins">): boolean {
  return admin.is_active === true && admin.can_reset_password === true;
}

/** False while an earlier link still works: of concurrent requests one gets through. */
async function storeReset(db: Db, adminId: number, token: string, { ip, now }: ResetRequest): Promise<boolean> {
  const reset = { token_hash: hashToken(token), ip, created_at: now };
  const insert = db.insertInto("passwordresets").values({ admin_id: adminId, ...reset });
  const result = await insert
    .onConflict((earlier) =>
      earlier.column("admin_id").doUpdateSet(reset).where("passwordresets.created_at", "<=", oldest(now)),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function oldest(now: Date): string {
  return new Date(now.getTime() - lifetimeMs).toISOString();
}
