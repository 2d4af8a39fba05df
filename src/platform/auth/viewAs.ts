import type { WireRecord } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { boundRoles, viewableRoles } from "../../core/viewAs.ts";
import type { Actor } from "../entityHooks.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The caller with another role: the same person, with that role's rights and, when the role is bound to a reseller,
 * only its rows. Rows that the caller cannot see stay hidden. 403 for a role that the caller may not view as, and for
 * every write.
 */
export function viewAs(actor: Actor, role: string, method: string): Actor {
  const flags = viewableRoles(actor.admin as WireRecord).get(role);
  if (!flags) throw new PlatformError("view_as_refused", { role });
  if (!reading.has(method)) throw new PlatformError("viewing_as");
  const ownReseller = boundRoles.has(flags.role) ? Number(actor.admin.reseller_id) : null;
  return {
    ...actor,
    role,
    serverRole: flags.role,
    resellerId: actor.resellerId ?? ownReseller,
    admin: { ...actor.admin, ...flags },
  };
}
