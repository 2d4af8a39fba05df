import { send } from "./http.ts";
import { collectionPath } from "./rest.ts";

/** Ends all sessions of an administrator; the one that asks stays. */
export async function endOtherSessions(adminId: number | string): Promise<void> {
  await send({ method: "DELETE", path: collectionPath("adminsessions"), query: { admin_id: adminId } });
}
