import { baseRole, type Caller, can } from "./access.ts";
import type { ResourceSummary } from "./descriptor.ts";

/** API certificates of administrators: a record is the administrator, with the administrator's id. */
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

/** Whether the caller may make a certificate for this administrator. For oneself also who otherwise only reads. */
export function mayCreateCertificate(caller: Caller, adminId: number): boolean {
  const record = { id: adminId };
  if (adminId !== caller.adminId || caller.role === null) return can(caller, certificates, "create", { record });
  return can({ ...caller, role: baseRole(caller.role) }, certificates, "create", { record });
}
