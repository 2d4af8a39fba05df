import { endSession } from "../session.ts";
import { send } from "./http.ts";

/** Forgets the token, then tells the platform, whose answer changes nothing any more. */
export async function logOut(): Promise<void> {
  endSession("loggedOut");
  await send({ path: "/ajax_logout", anonymous: true }).catch(() => undefined);
}
