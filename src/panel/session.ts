/** Why a session is over; the login page tells the person. */
export type EndReason = "loggedOut" | "expired" | "passwordExpired" | "unavailable";

export interface Session {
  /** Null: the gateway holds it in a cookie that no script can read. */
  readonly token: string | null;
  readonly adminId: number;
}

/** Only where no gateway keeps the token. */
const tokenKey = "v1_auth";
const adminIdKey = "aui_adminId";
/** What a session keeps in local storage. */
export const sessionKeys: readonly string[] = [tokenKey, adminIdKey];
/** Query parameter by which the older panel hands over its token. */
const handOverParameter = "v1_auth";

type EndListener = (reason: EndReason) => void;
const endListeners = new Set<EndListener>();

/** The claim `id` of a platform token, or null when the text is no such token. The signature is the server's business. */
export function decodeAdminId(token: string): number | null {
  const payload = token.split(".")[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const id = typeof claims === "object" && claims !== null && "id" in claims ? Number(claims.id) : Number.NaN;
    return Number.isInteger(id) ? id : null;
  } catch {
    // Not base64 or not JSON: whatever it is, it is not a token.
    return null;
  }
}

/** Counts logins and ends of sessions, so that an answer knows whether its session is still the one that asked. */
let generation = 0;

export function sessionGeneration(): number {
  return generation;
}

export function currentSession(): Session | null {
  const adminId = Number(localStorage.getItem(adminIdKey) ?? Number.NaN);
  return Number.isInteger(adminId) ? { token: localStorage.getItem(tokenKey), adminId } : null;
}

/** Stores the token; false when it carries no administrator's id. */
export function startSession(token: string): boolean {
  const adminId = decodeAdminId(token);
  if (adminId === null) return false;
  startCookieSession(adminId);
  localStorage.setItem(tokenKey, token);
  return true;
}

/** A session whose token the gateway keeps. */
export function startCookieSession(adminId: number): void {
  generation++;
  localStorage.removeItem(tokenKey);
  localStorage.setItem(adminIdKey, String(adminId));
}

/** Forgets the session and tells the listeners, once however many requests fail together. */
export function endSession(reason: EndReason): void {
  if (!currentSession()) return;
  generation++;
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(adminIdKey);
  for (const listener of endListeners) listener(reason);
}

/** Calls back when this tab's session ends, or when another tab logs out. Returns the way to stop. */
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
 * Takes a token out of the real query string (before the `#`) and out of the address at once, so that
 * it stays in no bookmark and no history entry.
 */
export function takeHandedOverToken(): string | null {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(handOverParameter);
  if (token === null) return null;
  address.searchParams.delete(handOverParameter);
  window.history.replaceState(window.history.state, "", address);
  return token;
}
