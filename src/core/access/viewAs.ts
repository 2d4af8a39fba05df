import { roles as rolesData } from "../../generated/permissions.gen.ts";
import type { Admin } from "../../generated/types/admins.gen.ts";
import type { WireRecord } from "../schema/descriptor.ts";
import { isStorableId } from "../schema/ids.ts";
import { deriveRole, isReadOnly } from "./access.ts";

/** Server roles whose administrators see the rows of their own reseller only. */
export const boundRoles: ReadonlySet<string> = new Set(["reseller", "ccare"]);

/** The reseller whose rows alone an administrator sees; null: of all, or their record does not say of whom. */
export function ownReseller({ role, reseller_id }: WireRecord): number | null {
  const id = Number(reseller_id);
  return boundRoles.has(String(role)) && isStorableId(id) ? id : null;
}

/** Roles with data that nobody else sees, not even those who create their accounts. */
const SECLUDED: ReadonlySet<string> = new Set(["lintercept"]);

/** The fields of an administrator's record that make up the role, for a role that is only viewed as. */
export interface ViewedFlags {
  /** Role on the wire: admin, reseller, ccare. */
  readonly role: Admin["role"];
  readonly is_master: boolean;
  readonly read_only: boolean;
}

/**
 * Roles that an administrator may view as, with the flags that make them: those of the accounts that a master may
 * manage, never one that sees more resellers or may write more than the master. Empty for anybody else.
 */
export function viewableRoles(admin: WireRecord): ReadonlyMap<string, ViewedFlags> {
  const viewable = new Map<string, ViewedFlags>();
  const serverRole = String(admin.role);
  const ownRole = deriveRole({ ...flagsOf(serverRole), ...admin });
  if (serverRole !== "system" && !admin.is_master) return viewable;
  const managed = rolesData.manages[serverRole] ?? [];
  // From the narrowest role: of two that map to the same panel role the narrower is viewed as.
  for (const role of [...managed].reverse()) {
    if (SECLUDED.has(role) || (boundRoles.has(serverRole) && !boundRoles.has(role))) continue;
    for (const is_master of [false, true]) {
      for (const read_only of [false, true]) {
        const flags = { role, is_master, read_only };
        const name = deriveRole({ ...flagsOf(role), ...flags });
        if (name === null || name === ownRole || viewable.has(name)) continue;
        if (!admin.read_only || isReadOnly(name)) viewable.set(name, flags);
      }
    }
  }
  return viewable;
}

function flagsOf(serverRole: string): WireRecord {
  return Object.fromEntries((rolesData.flags[serverRole] ?? []).map((flag) => [flag, true]));
}
