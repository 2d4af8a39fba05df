import { PlatformError } from "../../core/errors.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import type { Observer } from "../observer.ts";
import { loadAdmin, toActor } from "./actor.ts";
import { touchSession } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

export interface ActorCache {
  /** The caller who owns this token; 401 for an invalid token, 403 for a disabled account. */
  actorOf(token: string): Promise<Actor>;
  /** Clears the cache after a change of an administrator or a reseller. */
  clear(): void;
}

/**
 * How long a change of an administrator by another node may go unnoticed, in milliseconds. This is all that a node knows
 * of others' changes by heart, so no node has to be told of any: docs/decisions/0073-several-nodes.md.
 */
const maxAge = 400;
const maxEntries = 1_000;

/** Caches the owners of tokens for a moment, so that lists and records cost no further query. */
export function buildActorCache(db: Reading["db"], tokens: Tokens, observer: Observer): ActorCache {
  const known = new Map<string, { readonly actor: Promise<Actor>; readonly until: number }>();
  return {
    actorOf: (token) => {
      const entry = known.get(token);
      const isCached = entry !== undefined && entry.until > performance.now();
      observer.callerLookedUp(isCached);
      if (isCached) return entry.actor;
      if (known.size >= maxEntries) known.clear();
      // Concurrent requests share this lookup, dated to its start: by a clock that nobody sets.
      const loading = { actor: loadActor(db, tokens, token), until: performance.now() + maxAge };
      known.set(token, loading);
      loading.actor.catch(() => {
        if (known.get(token) === loading) known.delete(token);
      });
      return loading.actor;
    },
    clear: () => known.clear(),
  };
}

async function loadActor(db: Reading["db"], tokens: Tokens, token: string): Promise<Actor> {
  const claims = await tokens.verify(token);
  const admin = claims && (await loadAdmin(db, { id: claims.id }));
  if (!admin) throw new PlatformError("invalid_token");
  if (!admin.is_active) throw new PlatformError("forbidden");
  if (!(await touchSession(db, claims.sessionId, claims.id))) throw new PlatformError("invalid_token");
  return toActor(admin, claims.sessionId);
}
