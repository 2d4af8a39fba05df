import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { isStorableId } from "../../core/schema/ids.ts";
import type { Db } from "../db/tables.ts";

export interface IssuedToken {
  readonly jwt: string;
  /** Epoch seconds; null: never. */
  readonly expires: number | null;
}

/**
 * Claims of a token: the administrator and the session. Sessions can be ended, so a token is only valid as long as its
 * own.
 */
export interface TokenClaims {
  readonly id: number;
  readonly sessionId: number;
}

/** Signs and checks the platform's tokens: HS256, claims `id`, `username` and `sid`, no role and no rights. */
export interface Tokens {
  issue(holder: TokenClaims & { readonly username: string }, lifetime: number | null): Promise<IssuedToken>;
  /** Undefined for a token that is foreign, tampered with or expired. */
  verify(token: string): Promise<TokenClaims | undefined>;
}

const keyName = "jwt_key";

/**
 * The key is generated once and stored in the database, so that tokens survive a restart and are valid on every
 * instance.
 */
export function buildTokens(db: Db): Tokens {
  let loading: Promise<Uint8Array> | undefined;
  const key = () => {
    loading ??= loadKey(db).catch((error: unknown) => {
      // The next request retries.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    issue: async ({ id, username, sessionId }, lifetime) => {
      const expires = lifetime === null ? null : Math.floor(Date.now() / 1000) + lifetime;
      const token = new SignJWT({ id, username, sid: sessionId }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
      if (expires !== null) token.setExpirationTime(expires);
      return { jwt: await token.sign(await key()), expires };
    },
    verify: async (token) => {
      const secret = await key();
      const claims = await jwtVerify(token, secret, { algorithms: ["HS256"] }).then(
        ({ payload }) => payload,
        // Any verification error: the token is invalid.
        () => undefined,
      );
      return isStorableId(claims?.id) && isStorableId(claims.sid)
        ? { id: claims.id, sessionId: claims.sid }
        : undefined;
    },
  };
}

async function loadKey(db: Db): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString("base64url");
  const insert = db.insertInto("pb_settings").values({ name: keyName, value: fresh });
  await insert.onConflict((conflict) => conflict.column("name").doNothing()).execute();
  const query = db.selectFrom("pb_settings").select("value").where("name", "=", keyName);
  return Buffer.from((await query.executeTakeFirstOrThrow()).value, "base64url");
}
