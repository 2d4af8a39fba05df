import { baseRole, type Caller, can } from "../access/access.ts";
import type { ResourceSummary } from "../schema/descriptor.ts";

/** API certificates of administrators: a record represents the administrator and has the administrator's id. */
export const certificates: Pick<ResourceSummary, "name" | "access"> = {
  name: "admincerts",
  access: {
    superuserMaster: { read: true, create: true, delete: true },
    superuser: { read: true, create: "own", delete: "own" },
    resellerMaster: { read: true, create: true, delete: true },
    reseller: { read: true, create: "own", delete: "own" },
    lintercept: { read: "own", create: "own", delete: "own" },
  },
};

/** Whether the caller may issue a certificate for this administrator. Read-only callers may for themselves. */
export function mayCreateCertificate(caller: Caller, adminId: number): boolean {
  const record = { id: adminId };
  if (adminId !== caller.adminId || caller.role === null) return can(caller, certificates, "create", { record });
  return can({ ...caller, role: baseRole(caller.role) }, certificates, "create", { record });
}
