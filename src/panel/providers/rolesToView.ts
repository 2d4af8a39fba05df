import type { WireRecord } from "../../core/descriptor.ts";
import { viewableRoles } from "../../core/viewAs.ts";
import { keepView, viewedRole } from "../viewAs.ts";
import { isOffered } from "./extensions.ts";

/** Roles that this person may look through on this platform. */
export function rolesToView(admin: WireRecord): string[] {
  return isOffered("view_as") ? [...viewableRoles(admin).keys()] : [];
}

/** The role that this tab looks through. One kept from before a reload is dropped if it is not allowed any more. */
export function checkedView(admin: WireRecord): string | null {
  const role = viewedRole();
  if (role === null || rolesToView(admin).includes(role)) return role;
  keepView(null);
  return null;
}
