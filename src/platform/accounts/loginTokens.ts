import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import type { Db } from "../db/tables.ts";
import { requireBody } from "../http/body.ts";
import { asRecord } from "../http/jsonText.ts";
import { loadAdmin } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { hashToken } from "../records/secrets.ts";
import type { Row } from "../resourceHooks.ts";
import { journalAdmin } from "./managing.ts";

/** As random as a UUID; 32 hexadecimal digits. */
const tokenBytes = 16;

interface LoginTokenRequest {
  readonly isOnetime: boolean;
  /** Lifetime in seconds. */
  readonly seconds: number;
}

/** A new token of this administrator; those that have expired are deleted. */
async function createLoginToken(db: Db, adminId: number, wish: LoginTokenRequest, now: Date): Promise<string> {
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

const types = ["onetime", "expires"] as const;

/** A hundred years: the end of a longer life is no date of the database any more. */
const MAX_LIFETIME_SECONDS = 3_155_760_000;

/**
 * `POST /api/authtokens/` `{type, expires}`: 201 with `{token}`, which logs the caller in at `/login_jwt` for `expires`
 * seconds: once (`onetime`) or as often as wanted (`expires`). The session has the rights of the account, so read-only
 * accounts make tokens too.
 */
export function registerAuthTokens(app: FastifyInstance, context: PlatformContext): void {
  app.post("/api/authtokens/", { config: { offered: "always" } }, async (request, reply) => {
    const actor = await context.actorOf(request);
    if (actor.serverRole === "lintercept") throw new PlatformError("forbidden");
    const wish = loginTokenRequestIn(asRecord(requireBody(request)));
    const token = await context.inTransaction(actor, async (unit) => {
      const after = wish.isOnetime ? "onetime" : "expires";
      await journalAdmin(unit, actor.admin, { login_token: { before: null, after } });
      return createLoginToken(unit.db, actor.adminId, wish, unit.now);
    });
    return reply.code(201).header("Cache-Control", "no-store").send({ token });
  });
}

/** The validated request; throws 422 with every error. */
function loginTokenRequestIn({ type, expires }: WireRecord): LoginTokenRequest {
  const knownType = types.find((candidate) => candidate === type);
  const isNumber = typeof expires === "number" && Number.isInteger(expires);
  const errors = [
    ...(knownType
      ? []
      : [type == null ? fieldError("/type", "required") : fieldError("/type", "enum", { allowedValues: [...types] })]),
    ...(expires == null ? [fieldError("/expires", "required")] : []),
    ...(expires != null && !isNumber ? [fieldError("/expires", "type", { type: "integer" })] : []),
    ...(isNumber && expires < 1 ? [fieldError("/expires", "minimum", { limit: 1 })] : []),
    ...(isNumber && expires > MAX_LIFETIME_SECONDS
      ? [fieldError("/expires", "maximum", { limit: MAX_LIFETIME_SECONDS })]
      : []),
  ];
  if (errors.length > 0 || !isNumber) throw validationFailed(errors);
  return { isOnetime: knownType === "onetime", seconds: expires };
}
