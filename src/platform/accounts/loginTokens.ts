import { randomBytes } from "node:crypto";
import type { Db } from "../db/tables.ts";
import { loadAdmin } from "../records/actor.ts";
import { hashToken } from "../records/secrets.ts";
import type { Row } from "../resourceHooks.ts";

/** As random as a UUID; 32 hexadecimal digits. */
const tokenBytes = 16;

export interface LoginTokenRequest {
  readonly isOnetime: boolean;
  /** Lifetime in seconds. */
  readonly seconds: number;
}

/** A new token of this administrator; those that have expired are deleted. */
export async function createLoginToken(db: Db, adminId: number, wish: LoginTokenRequest, now: Date): Promise<string> {
  await db.deleteFrom("logintokens").where("expires_at", "<=", now.toISOString()).execute();
  const token = randomBytes(tokenBytes).toString("hex");
  const expires_at = new Date(now.getTime() + wish.seconds * 1000);
  const row = { admin_id: adminId, token_hash: hashToken(token), is_onetime: wish.isOnetime, expires_at };
  await db.insertInto("logintokens").values(row).execute();
  return token;
}

/** The administrator whom the token logs in, or undefined. */
export async function ownerOfLoginToken(db: Db, token: string, now: Date): Promise<Row<"admins"> | undefined> {
  const query = db.selectFrom("logintokens").select("admin_id").where("token_hash", "=", hashToken(token));
  const row = await query.where("expires_at", ">", now.toISOString()).executeTakeFirst();
  return row && loadAdmin(db, { id: row.admin_id });
}

/** Uses a valid token up if it is a one-time token; false when another request was faster. */
export async function consumeLoginToken(db: Db, token: string): Promise<boolean> {
  const query = db.selectFrom("logintokens").select("is_onetime").where("token_hash", "=", hashToken(token));
  const row = await query.executeTakeFirst();
  if (row?.is_onetime === false) return true;
  const spent = await db.deleteFrom("logintokens").where("token_hash", "=", hashToken(token)).executeTakeFirst();
  return spent.numDeletedRows === 1n;
}
