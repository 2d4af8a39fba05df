import { PlatformError } from "../../core/validation/errors.ts";
import { roles } from "../../generated/permissions.gen.ts";
import type { Actor, HookContext, NewJournalEntry, Row } from "../resourceHooks.ts";

/** Rights that only their holders can grant. */
export const GRANTABLE_FLAGS = ["is_master", "show_passwords", "call_data", "billing_data"] as const;
/** Roles that see the data of every reseller. */
export const CROSS_RESELLER_ROLES = ["system", "admin", "ccareadmin", "lintercept"] as const;

/** Throws the error of who does not manage accounts of this role. */
export function assertManages(actor: Actor, role: string): void {
  if (!isMaster(actor)) throw new PlatformError("master_required");
  if (!mayManage(actor, role)) throw new PlatformError("role_not_grantable", { role });
}

/** Only a master resets second factors, including one's own. */
export function assertMayResetFactor(actor: Actor, admin: Row<"admins">): void {
  if (!isMaster(actor)) throw new PlatformError("master_required");
  if (admin.id !== actor.adminId) assertManages(actor, admin.role);
}

/** Whether the caller manages this other account. */
export function managesAccount(actor: Actor, admin: Row<"admins">): boolean {
  const isWithinReach = actor.resellerId === null || admin.reseller_id === actor.resellerId;
  const isOther = admin.id !== actor.adminId && !actor.admin.read_only;
  return isOther && isWithinReach && isMaster(actor) && mayManage(actor, admin.role);
}

/** Whether the caller may create and change accounts of a role: never one with a wider scope than the caller's. */
export function mayManage({ serverRole, resellerId }: Pick<Actor, "serverRole" | "resellerId">, role: string): boolean {
  const reachesTooFar = resellerId !== null && CROSS_RESELLER_ROLES.some((name) => name === role);
  return !reachesTooFar && roles.manages[serverRole]?.some((name) => name === role) === true;
}

/** Whether the caller has every grantable right of this administrator. */
export function holdsAllFlagsOf({ serverRole, admin }: Actor, other: Row<"admins">): boolean {
  return serverRole === "system" || GRANTABLE_FLAGS.every((flag) => admin[flag] || !other[flag]);
}

/** Whether the caller manages accounts at all. */
export function isMaster(actor: Actor): boolean {
  return actor.serverRole === "system" || actor.admin.is_master === true;
}

/** Journals a change of an administrator that no field of it has. */
export function journalAdmin(
  context: Pick<HookContext, "journal">,
  { id, reseller_id: resellerId }: Row<"admins">,
  changes: NewJournalEntry["changes"],
): Promise<void> {
  return context.journal({ resource: "admins", id, operation: "update", resellerId, changes });
}
