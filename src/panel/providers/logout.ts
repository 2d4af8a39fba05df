import { currentSession, endSession } from "../session.ts";
import { send } from "./http.ts";

/** Forgets the session, then tells the platform, whose answer changes nothing any more. */
export async function logOut(): Promise<void> {
  const token = currentSession()?.token;
  endSession("loggedOut");
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  await send({ path: "/ajax_logout", anonymous: true, headers }).catch(() => undefined);
}
