import { sql } from "kysely";
import { newFactor, noFactor, noteRegistration } from "../auth/secondFactor.ts";
import { endSessions, renewSession } from "../auth/sessions.ts";
import type { Row, WriteEvent } from "../entityHooks.ts";
import type { OpenWork } from "../work/openWork.ts";
import { nextValue } from "./checks.ts";

/** Whether the factor is switched on or off. Accounts that are older than it have no value, which is off. */
export function changesFactor(event: Pick<WriteEvent, "values" | "previous">): boolean {
  return (nextValue(event, "enable_2fa") === true) !== (event.previous?.enable_2fa === true);
}

/** Switching the factor on makes a new secret, switching it off forgets the old one; the law's people have none. */
export async function settleSecondFactor(event: WriteEvent): Promise<void> {
  if (nextValue(event, "role") === "lintercept") event.values.enable_2fa = false;
  if (!changesFactor(event)) return;
  Object.assign(event.values, nextValue(event, "enable_2fa") === true ? await newFactor() : noFactor);
}

/** Forgets the app that an administrator used: the next login shows how to set up another. Its sessions end. */
export async function resetSecondFactor(work: OpenWork, admin: Row): Promise<void> {
  if (!admin.enable_2fa) return;
  const { otp_secret } = await newFactor();
  await sql`update admins set otp_secret = ${otp_secret}, otp_confirmed_at = null, otp_last_step = null,
    version = version + 1 where id = ${admin.id}`.execute(work.db);
  work.noteWrite("admins");
  await noteRegistration(work, admin, true);
  await endSessions(work.db, [admin.id]);
  if (admin.id === work.actor.adminId) renewSession(work.actor);
}
