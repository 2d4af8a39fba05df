import type { WireRecord } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { boundRoles, viewableRoles } from "../../core/viewAs.ts";
import type { Actor } from "../entityHooks.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The caller as one of another role: the same person, with that role's rights and, where the role is bound to a
 * reseller, with the rows of the own one only. Rows the caller does not see stay unseen. 403 for a role that is not
 * the caller's to look through, and for everything that changes something.
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
