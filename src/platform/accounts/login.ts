import type { WireRecord } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import type { Db } from "../db/tables.ts";
import { loadAdmin } from "../records/actor.ts";
import type { Row } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";
import { authenticate, type LoginStep } from "./credentials.ts";
import { journalLogin } from "./journalLogin.ts";
import { consumeLoginToken, ownerOfLoginToken } from "./loginTokens.ts";
import { type Origin, openSession, type Tokens, touchSession } from "./sessions.ts";

export interface LoginParts {
  readonly db: Db;
  readonly tokens: Tokens;
  readonly settings: Pick<PlatformSettings, "tokenLifetime" | "loginGuard" | "passwordAging" | "clock" | "observer">;
  readonly steps: readonly LoginStep[];
}

export interface LoginResponse {
  readonly jwt: string;
  readonly id: number;
  readonly expires?: number;
}

/** By a valid session's token, a token made to log in, or by user name and password; opens a session. */
export async function logIn(parts: LoginParts, body: WireRecord, origin: Origin): Promise<LoginResponse> {
  if (body.jwt) return renewToken(parts, body);
  if (body.token) return logInByToken(parts, body, origin);
  const { username, password, otp } = body;
  // Checked first: a one-time password would be spent on a login that ends here, and setting a new password needs it.
  const steps = [refuseExpired(parts.settings), ...parts.steps];
  const admin = await authenticate(parts, { username, password, otp }, origin.ip, steps);
  await journalLogin(parts.db, { operation: "login", adminId: admin.id, by: "password", ip: origin.ip });
  return openLogin(parts, admin, origin);
}

/** A new session for an authenticated administrator, and its token. */
export async function openLogin(parts: LoginParts, admin: Row<"admins">, origin: Origin): Promise<LoginResponse> {
  const { db, settings } = parts;
  return issue(parts, admin, await openSession(db, admin.id, origin, settings.tokenLifetime));
}

/** A new session for the owner of a token that was made to log in. */
async function logInByToken(parts: LoginParts, { token }: WireRecord, origin: Origin): Promise<LoginResponse> {
  const { db, settings } = parts;
  const text = typeof token === "string" ? token : "";
  const admin = await ownerOfLoginToken(db, text, settings.clock());
  if (!admin?.is_active) throw new PlatformError("login_token_invalid");
  // The session could set a password without the old one.
  if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
  if (!(await consumeLoginToken(db, text))) throw new PlatformError("login_token_invalid");
  await journalLogin(db, { operation: "login", adminId: admin.id, by: "token", ip: origin.ip });
  return openLogin(parts, admin, origin);
}

/** A fresh token for the session of a valid one. */
async function renewToken(parts: LoginParts, { jwt: token }: WireRecord): Promise<LoginResponse> {
  const { db, tokens } = parts;
  const claims = typeof token === "string" ? await tokens.verify(token) : undefined;
  const admin = claims && (await loadAdmin(db, { id: claims.id }));
  if (!claims || !admin?.is_active || !(await touchSession(db, claims.sessionId, claims.id))) {
    throw new PlatformError("login_token_invalid");
  }
  return issue(parts, admin, claims.sessionId);
}

async function issue(
  { tokens, settings }: LoginParts,
  admin: Row<"admins">,
  sessionId: number,
): Promise<LoginResponse> {
  const holder = { id: admin.id, username: admin.login, sessionId };
  const { jwt, expires } = await tokens.issue(holder, settings.tokenLifetime);
  return { jwt, id: admin.id, ...(expires === null ? {} : { expires }) };
}

type AgeSettings = Pick<PlatformSettings, "passwordAging" | "clock">;

const dayMs = 86_400_000;

/**
 * Whether the password is older than the platform allows, or was never chosen by its owner. One of unknown age counts
 * as expired.
 */
export function isPasswordExpired(admin: Row<"admins">, { passwordAging, clock }: AgeSettings): boolean {
  if (admin.password_to_change === true) return true;
  const { maxAgeDays } = passwordAging;
  if (maxAgeDays === 0) return false;
  const changedAt = admin.password_changed_at;
  const since = changedAt === null ? 0 : new Date(changedAt).getTime();
  return clock().getTime() - since > maxAgeDays * dayMs;
}

/** The login step that refuses (403) an expired password. */
function refuseExpired(settings: AgeSettings): LoginStep {
  return async (admin) => {
    if (isPasswordExpired(admin, settings)) throw new PlatformError("password_expired");
  };
}
