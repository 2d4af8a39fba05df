import type { FastifyRequest } from "fastify";
import type { Json } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import type { Db } from "../db/tables.ts";
import { loadAdmin } from "../records/actor.ts";
import { verifySecret } from "../records/secrets.ts";
import type { Row } from "../resourceHooks.ts";
import type { LoginGuard, PlatformSettings } from "../runtime/settings.ts";
import { journalLogin } from "./journalLogin.ts";

export interface Credentials {
  readonly username: Json | undefined;
  readonly password: Json | undefined;
  /** One-time password of the second factor. */
  readonly otp?: Json | undefined;
}

export interface CredentialParts {
  readonly db: Db;
  readonly settings: Pick<PlatformSettings, "loginGuard" | "observer">;
}

/** A further check after the password; throws the catalogue's 403. */
export type LoginStep = (admin: Row<"admins">, credentials: Credentials) => Promise<void>;

/**
 * The administrator with this name and password, once every further step passes. Each failure counts towards a ban, a
 * wrong one-time password as much as a wrong password; during a ban nothing is checked.
 */
export async function authenticate(
  parts: CredentialParts,
  credentials: Credentials,
  ip: string,
  steps: readonly LoginStep[] = [],
): Promise<Row<"admins">> {
  const { observer } = parts.settings;
  try {
    const admin = await check(parts, credentials, ip, steps);
    observer.loginEnded("success");
    return admin;
  } catch (error) {
    observer.loginEnded(error instanceof PlatformError ? error.code : "failed");
    throw error;
  }
}

async function check(
  { db, settings }: CredentialParts,
  credentials: Credentials,
  ip: string,
  steps: readonly LoginStep[],
): Promise<Row<"admins">> {
  const { username, password } = requireReadable(credentials);
  const guard = settings.loginGuard;
  await refuseBanned(guard, username, ip);
  // A name that the database cannot store belongs to nobody.
  const admin = username.includes("\0") ? undefined : await loadAdmin(db, { login: username });
  // An unknown name takes as long to refuse as a wrong password.
  const isRight = await verifySecret(admin ? admin.password : null, password);
  // Concurrent attempts may have failed in between: of a thousand parallel guesses not even the right one gets through.
  await refuseBanned(guard, username, ip);
  if (!admin?.is_active || !isRight) {
    await guard?.failed(username, ip);
    await journalLogin(db, { operation: "login_failed", adminId: admin?.id, by: "password", ip });
    throw new PlatformError("wrong_credentials");
  }
  for (const step of steps) {
    try {
      await step(admin, credentials);
    } catch (error) {
      if (error instanceof PlatformError && error.code === "invalid_otp") {
        await guard?.failed(username, ip);
        await journalLogin(db, { operation: "login_failed", adminId: admin.id, by: "code", ip });
      }
      throw error;
    }
  }
  await guard?.succeeded(username, ip);
  return admin;
}

async function refuseBanned(guard: LoginGuard | null, username: string, ip: string): Promise<void> {
  const seconds = (await guard?.bannedFor(username, ip)) ?? 0;
  if (seconds > 0) throw new PlatformError("banned", { retry_after: seconds });
}

function requireReadable({ username, password }: Credentials): {
  readonly username: string;
  readonly password: string;
} {
  if (typeof username !== "string" || typeof password !== "string" || username === "" || password === "") {
    throw new PlatformError("credentials_missing");
  }
  if (/[^\x20-\x7e]/.test(password)) throw new PlatformError("credentials_characters");
  return { username, password };
}

/** Name and password of an `Authorization: Basic` header, with the code of `X-OTP`; undefined without one. */
export function basicCredentials({ headers }: Pick<FastifyRequest, "headers">): Credentials | undefined {
  const [scheme, encoded = ""] = (headers.authorization ?? "").split(" ", 2);
  if (scheme?.toLowerCase() !== "basic") return undefined;
  const [username = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { username, password: password.join(":"), otp: headers["x-otp"] };
}
