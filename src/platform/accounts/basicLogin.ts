import { createHmac, randomBytes } from "node:crypto";
import type { ErrorCode } from "../../core/validation/errorCatalogue.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { loadAdmin, toActor } from "../records/actor.ts";
import type { Actor, Row } from "../resourceHooks.ts";
import { authenticate, type CredentialParts, type Credentials, type LoginStep } from "./credentials.ts";
import type { FirstUses } from "./journalLogin.ts";

/** Callers that authenticate each request by name, password and, if set up, the code of a second factor. */
export interface BasicLogins {
  /** 401 for wrong credentials, 403 for a ban or a wrong code. */
  actorOf(credentials: Credentials, ip: string): Promise<Actor>;
}

/**
 * The time in milliseconds for which verified credentials are cached: hashing a password is slow on purpose, and a
 * second-factor code is good for one login only, while a program sends several requests with it.
 */
const cacheMs = 60_000;
const maxEntries = 1_000;

/** Errors that mean the caller is unknown: 401 on requests, but not on logins. */
const unknown: ReadonlySet<ErrorCode> = new Set(["wrong_credentials", "credentials_missing", "credentials_characters"]);

interface VerifiedCredentials {
  readonly admin: Promise<Row<"admins">>;
  readonly until: number;
}

/** Wrong credentials count towards a ban, as on the login. */
export function buildBasicLogins(parts: CredentialParts, steps: readonly LoginStep[], uses: FirstUses): BasicLogins {
  const key = randomBytes(32);
  const proved = new Map<string, VerifiedCredentials>();

  /** Concurrent requests with one code count as one login; failures are not cached. */
  const prove = (digest: string, credentials: Credentials, ip: string): Promise<Row<"admins">> => {
    if (proved.size >= maxEntries) proved.clear();
    const admin = authenticate(parts, credentials, ip, steps).catch((error: unknown) => {
      proved.delete(digest);
      throw error;
    });
    proved.set(digest, { admin, until: Date.now() + cacheMs });
    return admin;
  };

  const findAdmin = async (credentials: Credentials, ip: string): Promise<Row<"admins">> => {
    const digest = createHmac("sha256", key)
      .update(JSON.stringify([credentials, ip]))
      .digest("base64");
    const cached = proved.get(digest);
    if (!cached || cached.until <= Date.now()) return prove(digest, credentials, ip);
    const then = await cached.admin;
    const now = await loadAdmin(parts.db, { id: then.id });
    return now && isStillValid(then, now) ? now : prove(digest, credentials, ip);
  };

  return {
    actorOf: async (credentials, ip) => {
      const admin = await findAdmin(credentials, ip).catch((error: unknown) => {
        throw error instanceof PlatformError && unknown.has(error.code) ? new PlatformError("not_logged_in") : error;
      });
      if (!admin.is_active) throw new PlatformError("forbidden");
      await uses.note(admin, "basic", ip);
      return toActor(admin);
    },
  };
}

/** False after a change of password, or when a second factor is now required. */
function isStillValid(then: Row<"admins">, now: Row<"admins">): boolean {
  return (["password", "enable_2fa", "otp_secret"] as const).every((name) => then[name] === now[name]);
}
