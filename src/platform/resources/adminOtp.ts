import { journalRegistration, newSecondFactor, noSecondFactor } from "../accounts/secondFactor.ts";
import { endSessions, renewSession } from "../accounts/sessions.ts";
import { nextValue } from "../records/hookHelpers.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Row, WriteEvent } from "../resourceHooks.ts";

/** Whether the factor is enabled or disabled. Accounts older than it have no value, which means disabled. */
export function changesFactor(event: Pick<WriteEvent<"admins">, "values" | "previous">): boolean {
  return (nextValue(event, "enable_2fa") === true) !== (event.previous?.enable_2fa === true);
}

/** Enabling the factor creates a secret, disabling it deletes the old one; interception accounts have none. */
export async function applySecondFactor(event: WriteEvent<"admins">): Promise<void> {
  if (nextValue(event, "role") === "lintercept") event.values.enable_2fa = false;
  if (!changesFactor(event)) return;
  Object.assign(event.values, nextValue(event, "enable_2fa") === true ? await newSecondFactor() : noSecondFactor);
}

/** Resets an administrator's second factor: the next login shows how to set up another app. Ends its sessions. */
export async function resetSecondFactor(unit: UnitOfWork, admin: Row<"admins">): Promise<void> {
  if (!admin.enable_2fa) return;
  const factor = await newSecondFactor();
  const own = unit.db.updateTable("admins").where("id", "=", admin.id);
  await own.set((row) => ({ ...factor, row_version: row("row_version", "+", 1) })).execute();
  unit.noteWrite("admins");
  await journalRegistration(unit, admin, true);
  await endSessions(unit.db, [admin.id]);
  if (admin.id === unit.actor.adminId) renewSession(unit.actor);
}
