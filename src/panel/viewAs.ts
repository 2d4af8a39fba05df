import { currentSession, onSessionEnd } from "./session.ts";

const key = "aui_viewAs";

type ViewListener = () => void;
const listeners = new Set<ViewListener>();

// What one person looked through is not the next one's affair.
onSessionEnd(() => sessionStorage.removeItem(key));

/** The role that this tab looks through, for the person who chose it; null: one's own. */
export function viewedRole(): string | null {
  const [adminId, role] = (sessionStorage.getItem(key) ?? "").split(" ");
  return role && adminId === String(currentSession()?.adminId) ? role : null;
}

/** Looks through another role in this tab from now on, or null: through one's own again. */
export function viewAs(role: string | null): void {
  keepView(role);
  for (const listener of listeners) listener();
}

/** The same for a panel that is not shown yet. */
export function keepView(role: string | null): void {
  const adminId = currentSession()?.adminId;
  if (role === null || adminId === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, `${adminId} ${role}`);
}

/** Calls back when another role was chosen; returns the way to stop. */
export function onViewChange(listener: ViewListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
