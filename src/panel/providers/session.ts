/** Why a session ended; shown on the login page. */
export type EndReason = "loggedOut" | "expired" | "passwordExpired" | "unavailable";

export interface Session {
  /** Null: the gateway keeps it in an HttpOnly cookie. */
  readonly token: string | null;
  readonly adminId: number;
}

/** Prefix of all of the panel's local storage keys. */
export const storagePrefix = "aui_";
/** Used only without a gateway that keeps the token. */
const tokenKey = "v1_auth";
const adminIdKey = `${storagePrefix}adminId`;
/** The session's keys in local storage. */
export const sessionKeys: readonly string[] = [tokenKey, adminIdKey];
/** Query parameter in which the legacy panel hands over its token. */
const handOverParameter = "v1_auth";

type EndListener = (reason: EndReason) => void;
const endListeners = new Set<EndListener>();

/** The `id` claim of a platform token, or null for anything else. The server verifies the signature. */
export function decodeAdminId(token: string): number | null {
  const payload = token.split(".")[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const id = typeof claims === "object" && claims !== null && "id" in claims ? Number(claims.id) : Number.NaN;
    return Number.isInteger(id) ? id : null;
  } catch {
    // Neither base64 nor JSON, so not a token.
    return null;
  }
}

/** Counts logins and logouts, so that a response knows whether its session is still the current one. */
let generation = 0;

export function sessionGeneration(): number {
  return generation;
}

export function currentSession(): Session | null {
  const adminId = Number(localStorage.getItem(adminIdKey) ?? Number.NaN);
  return Number.isInteger(adminId) ? { token: localStorage.getItem(tokenKey), adminId } : null;
}

/** Stores the token; false when it contains no administrator's id. */
export function startSession(token: string): boolean {
  const adminId = decodeAdminId(token);
  if (adminId === null) return false;
  startCookieSession(adminId);
  localStorage.setItem(tokenKey, token);
  return true;
}

/** Starts a session whose token the gateway keeps. */
export function startCookieSession(adminId: number): void {
  generation++;
  localStorage.removeItem(tokenKey);
  localStorage.setItem(adminIdKey, String(adminId));
}

/** Ends the session and notifies subscribers, once however many requests fail together. */
export function endSession(reason: EndReason): void {
  if (!currentSession()) return;
  generation++;
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(adminIdKey);
  for (const listener of endListeners) listener(reason);
}

/** Calls back when the session ends, in this or another tab. Returns the unsubscribe function. */
export function onSessionEnd(listener: EndListener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === adminIdKey && event.newValue === null) listener("loggedOut");
  };
  endListeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    endListeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/**
 * Takes a token from the real query string (before the `#`) and removes it from the URL at once, so that it stays in no
 * bookmark or history entry.
 */
export function consumeHandedOverToken(): string | null {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(handOverParameter);
  if (token === null) return null;
  url.searchParams.delete(handOverParameter);
  window.history.replaceState(window.history.state, "", url);
  return token;
}
