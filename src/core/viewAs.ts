import { roles as rolesData } from "../generated/permissions.gen.ts";
import { deriveRole, isReadOnly } from "./access.ts";
import type { WireRecord } from "./descriptor.ts";

/** Server roles whose people see the rows of their own reseller only. */
export const boundRoles: ReadonlySet<string> = new Set(["reseller", "ccare"]);

/** What these see nobody else does, not even who makes their accounts. */
const SECLUDED: ReadonlySet<string> = new Set(["lintercept"]);

/** What of an administrator's record makes the role, for a role that is only looked through. */
export interface ViewedFlags {
  /** Role of the wire: admin, reseller, ccare. */
  readonly role: string;
  readonly is_master: boolean;
  readonly read_only: boolean;
}

/**
 * Roles that an administrator may look through, with the flags that make them: those of the accounts that a master
 * may manage, never one that sees more resellers or may write more than the master. Nothing for anybody else.
 */
export function viewableRoles(admin: WireRecord): ReadonlyMap<string, ViewedFlags> {
  const viewable = new Map<string, ViewedFlags>();
  const serverRole = String(admin.role);
  const own = deriveRole({ ...flagsOf(serverRole), ...admin });
  if (serverRole !== "system" && !admin.is_master) return viewable;
  const managed = rolesData.manages[serverRole] ?? [];
  // From the role that reaches least: two that end in one panel role are looked at through the narrower.
  for (const role of [...managed].reverse()) {
    if (SECLUDED.has(role) || (boundRoles.has(serverRole) && !boundRoles.has(role))) continue;
    for (const is_master of [false, true]) {
      for (const read_only of [false, true]) {
        const flags = { role, is_master, read_only };
        const name = deriveRole({ ...flagsOf(role), ...flags });
        if (name === null || name === own || viewable.has(name)) continue;
        if (!admin.read_only || isReadOnly(name)) viewable.set(name, flags);
      }
    }
  }
  return viewable;
}

function flagsOf(serverRole: string): WireRecord {
  return Object.fromEntries((rolesData.flags[serverRole] ?? []).map((flag) => [flag, true]));
}
