import type { WireRecord } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import type { Reading, Row } from "../entityHooks.ts";
import type { PlatformSettings } from "../settings.ts";
import { loadAdmin } from "./actor.ts";
import { verifySecret } from "./secrets.ts";
import type { Tokens } from "./tokens.ts";

export interface LoginParts {
  readonly db: Reading["db"];
  readonly tokens: Tokens;
  readonly settings: Pick<PlatformSettings, "tokenLifetime" | "loginGuard">;
}

/** What a successful login answers. */
export interface LoggedIn {
  readonly jwt: string;
  readonly id: number;
  readonly expires?: number;
}

/** By a token that is still valid, or by user name and password. */
export async function logIn(parts: LoginParts, body: WireRecord, address: string): Promise<LoggedIn> {
  const isByToken = Boolean(body.jwt) || Boolean(body.token);
  const admin = isByToken ? await byToken(parts, body.jwt) : await byPassword(parts, body, address);
  const { tokens, settings } = parts;
  const { jwt, expires } = await tokens.issue({ id: admin.id, username: String(admin.login) }, settings.tokenLifetime);
  return { jwt, id: admin.id, ...(expires === null ? {} : { expires }) };
}

async function byToken({ db, tokens }: LoginParts, token: unknown): Promise<Row> {
  const id = typeof token === "string" ? await tokens.verify(token) : undefined;
  const admin = id === undefined ? undefined : await loadAdmin(db, { id });
  if (!admin?.is_active) throw new PlatformError("login_token_invalid");
  return admin;
}

async function byPassword({ db, settings }: LoginParts, body: WireRecord, address: string): Promise<Row> {
  const { username, password } = body;
  if (typeof username !== "string" || typeof password !== "string" || username === "" || password === "") {
    throw new PlatformError("credentials_missing");
  }
  if (/[^\x20-\x7e]/.test(password)) throw new PlatformError("credentials_characters");
  const guard = settings.loginGuard;
  if (await guard?.isBanned(username, address)) throw new PlatformError("banned");
  // A text the database can not hold is nobody's name.
  const admin = username.includes("\0") ? undefined : await loadAdmin(db, { login: username });
  // Who does not exist takes as long to refuse as a wrong password.
  const isRight = await verifySecret(admin ? String(admin.password) : null, password);
  if (!admin?.is_active || !isRight) {
    await guard?.failed(username, address);
    throw new PlatformError("wrong_credentials");
  }
  await guard?.succeeded(username, address);
  return admin;
}
