import { sql } from "kysely";
import { can, deriveRole, isGuarded } from "../../core/access/access.ts";
import { boundRoles } from "../../core/access/viewAs.ts";
import type { FieldDescriptor, ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { legacyResources } from "../../generated/legacyResources.gen.ts";
import { roles } from "../../generated/permissions.gen.ts";
import { isName } from "../db/folded.ts";
import type { Db } from "../db/tables.ts";
import type { Actor, Row } from "../resourceHooks.ts";
import type { PlatformSettings } from "../runtime/settings.ts";

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

type Identity = Pick<PlatformSettings, "identity" | "capabilities">;

/**
 * Throws 403 when the caller's role lacks the right on a resource, never the "Invalid user" that logs clients out. `id`
 * is the record, for rights on one's own; reading without it needs any right to read.
 */
export function assertCan(
  identity: Identity,
  actor: Actor,
  descriptor: ResourceDescriptor,
  right: Right,
  id?: number,
): void {
  assertAvailable(identity, descriptor);
  if (right === "read" || right === "lookup") {
    if (readGrant(actor, descriptor) === "none") throw new PlatformError("forbidden");
    return;
  }
  // Some roles have no read-only variant; the flag restricts them all the same.
  if (actor.admin.read_only) throw new PlatformError("read_only");
  if (can(actor, descriptor, right, id === undefined ? {} : { record: { id } })) return;
  const mayOthers = right === "delete" && can(actor, descriptor, right, { record: noRecord });
  throw new PlatformError(mayOthers ? "own_account_delete" : "forbidden");
}

/** Whether a check of rights refuses nothing. */
export function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

/** An id that no record has. */
export const noRecord = { id: -1 } as const;

/** Whether the caller may read journals: some who read a record may not. */
export function readsJournals(actor: Actor): boolean {
  return legacyResources.journals !== undefined && can(actor, legacyResources.journals, "read");
}

export function assertReadsJournals(actor: Actor): void {
  if (!readsJournals(actor)) throw new PlatformError("forbidden");
}

/** Returns the part of a resource that the caller can read: every row in scope, the own record only, or nothing. */
export function readGrant(actor: Actor, descriptor: ResourceDescriptor): "all" | "own" | "none" {
  if (can(actor, descriptor, "lookup")) return "all";
  return can(actor, descriptor, "lookup", { record: { id: actor.adminId } }) ? "own" : "none";
}

/** Whether the caller can read this field of every record: sorting or filtering by a field reveals its values. */
export function readsField(actor: Actor, descriptor: ResourceDescriptor, field: FieldDescriptor | undefined): boolean {
  return !field || !isGuarded(field) || can(actor, descriptor, "lookup", { field, record: noRecord });
}

/** 404 when the platform lacks the feature; 403 when it lacks the licence. */
function assertAvailable({ identity, capabilities }: Identity, { needs }: ResourceDescriptor): void {
  if (needs?.flag !== undefined && !identity.flags[needs.flag]) {
    throw new PlatformError("feature_unavailable", { feature: needs.flag });
  }
  if (needs?.capability !== undefined && !capabilities[needs.capability]) {
    throw new PlatformError("feature_unavailable", { feature: needs.capability });
  }
  if (needs?.licence !== undefined && identity.licences && !identity.licences.includes(needs.licence)) {
    throw new PlatformError("licence_missing", { licence: needs.licence });
  }
}
