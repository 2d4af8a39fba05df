import { sql } from "kysely";
import { deriveRole } from "../../core/access/access.ts";
import { boundRoles } from "../../core/access/viewAs.ts";
import { fieldError, validationFailed } from "../../core/validation/errors.ts";
import { roles } from "../../generated/permissions.gen.ts";
import { isName } from "../db/folded.ts";
import type { Db } from "../db/tables.ts";
import type { Actor, Row } from "../resourceHooks.ts";

export async function loadAdmin(
  db: Db,
  by: { readonly id: number } | { readonly login: string },
): Promise<Row<"admins"> | undefined> {
  const admins = db.selectFrom("admins").selectAll();
  if ("id" in by) return admins.where("id", "=", by.id).executeTakeFirst();
  const { login } = by;
  // Logins that differ only in case are older than their comparison in any case: the one as written wins.
  const matches = admins.where(isName(sql.ref("login"), login)).orderBy((eb) => eb("login", "=", login), "desc");
  return matches.orderBy("id").executeTakeFirst();
}

/**
 * The administrator as the platform's caller: the panel role is derived from the flags that the stored role implies.
 */
export function toActor(admin: Row<"admins">, sessionId: number | null = null): Actor {
  const { role: serverRole, login: username, reseller_id } = admin;
  const flags = Object.fromEntries((roles.flags[serverRole] ?? []).map((flag) => [flag, true]));
  return {
    role: deriveRole({ ...admin, ...flags }),
    adminId: admin.id,
    username,
    serverRole,
    resellerId: boundRoles.has(serverRole) ? reseller_id : null,
    admin,
    sessionId,
  };
}

/** The account of the platform itself, which has no row. */
export const platformAdmin: Row<"admins"> = {
  id: 0,
  row_version: 0,
  reseller_id: 0,
  login: "platform",
  email: null,
  role: "system",
  password: "",
  password_changed_at: null,
  password_to_change: null,
  is_master: null,
  is_active: null,
  read_only: null,
  show_passwords: null,
  can_reset_password: null,
  call_data: null,
  billing_data: null,
  enable_2fa: null,
  otp_confirmed_at: null,
  otp_secret: null,
  otp_last_step: null,
};

/** The actor of scheduled work: the journal names the platform itself. */
export const platformActor: Actor = toActor(platformAdmin);

/** Whether the platform itself made a journal entry, as scheduled work. */
export function isScheduled({ user_id }: { readonly user_id: number | null }): boolean {
  return user_id === platformActor.adminId;
}

/** The owner of the file: a reseller's administrators see their own only, all others have to name it. */
export function ownerIn({ resellerId }: Actor, ownerText: string | undefined, scope: string): number {
  if (resellerId !== null) return resellerId;
  const id = /^\d{1,9}$/.test(ownerText ?? "") ? Number(ownerText) : undefined;
  if (id === undefined) throw validationFailed([fieldError(`/${scope}`, "required")]);
  return id;
}
