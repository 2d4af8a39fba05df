import { PlatformError } from "../../core/errors.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import { loadAdmin, toActor } from "./actor.ts";
import { touchSession } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

export interface ActorCache {
  /** Who sends this token; 401 for a token that is no good, 403 for an account that is switched off. */
  actorOf(token: string): Promise<Actor>;
  /** Forgets everyone: an administrator or a reseller has changed. */
  clear(): void;
}

/** How long another instance's change of an administrator may go unnoticed. */
const maxAge = 2_000;
const maxEntries = 1_000;

/** Remembers for a moment who tokens belong to, so that lists and records cost no further query. */
export function buildActorCache(db: Reading["db"], tokens: Tokens): ActorCache {
  const known = new Map<string, { readonly actor: Actor; readonly until: number }>();
  // An actor that was being loaded when everyone was forgotten may be out of date already.
  let generation = 0;
  return {
    actorOf: async (token) => {
      const entry = known.get(token);
      if (entry && entry.until > Date.now()) return entry.actor;
      const startedIn = generation;
      const actor = await loadActor(db, tokens, token);
      if (startedIn === generation) {
        if (known.size >= maxEntries) known.clear();
        known.set(token, { actor, until: Date.now() + maxAge });
      }
      return actor;
    },
    clear: () => {
      generation++;
      known.clear();
    },
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
