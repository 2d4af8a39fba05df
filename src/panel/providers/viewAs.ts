import { currentSession } from "./session.ts";

const key = "aui_viewAs";

type ViewListener = () => void;
const listeners = new Set<ViewListener>();

/** The role that this tab is viewed as, for the user who chose it; null: their own. */
export function viewedRole(): string | null {
  const [adminId, role] = (sessionStorage.getItem(key) ?? "").split(" ");
  return role && adminId === String(currentSession()?.adminId) ? role : null;
}

/** Views this tab as another role, or with null as the user's own. */
export function viewAs(role: string | null): void {
  storeView(role);
  for (const listener of listeners) listener();
}

/** Sets the viewed role before the panel renders. */
export function storeView(role: string | null): void {
  const adminId = currentSession()?.adminId;
  if (role === null || adminId === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, `${adminId} ${role}`);
}

/** Calls back when the viewed role changes; returns the unsubscribe function. */
export function onViewChange(listener: ViewListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
