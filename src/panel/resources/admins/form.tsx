import type { ReactNode } from "react";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { roles } from "../../../generated/permissions.gen.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { readText } from "../../providers/rest.ts";
import { useStartupData } from "../../providers/StartupDataContext.tsx";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

export const form: FormOverride<"admins"> = {
  fieldComponents: { role: RoleInput },
  // Changed in the security tab, which explains the consequences.
  onlyNew: ["password"],
  toUpdate: withRoleAsStored,
};

/** Fields that platforms derive from a role; if no role is sent, they derive it from these. */
const roleFlags = ["is_system", "is_superuser", "is_ccare", "lawful_intercept"];

/**
 * Older platforms report their own system account as an admin, and would refuse that as a change of the role: what stays
 * as it is goes back as the flags, which are right.
 */
export function withRoleAsStored({ role = null, ...record }: WireRecord, base: WireRecord): WireRecord {
  if (role !== base.role || roleFlags.some((flag) => base[flag] === undefined)) return { ...record, role };
  return { ...record, ...Object.fromEntries(roleFlags.map((flag) => [flag, base[flag] ?? false])) };
}

/** The roles that this administrator may grant, plus the record's current one. */
function RoleInput(props: FieldComponentProps): ReactNode {
  const { field, record } = props;
  const { admin } = useStartupData();
  // Older platforms report their own system account as an admin.
  const ownRole = admin.is_system ? "system" : readText(admin, "role");
  const grantable = new Set([...(roles.manages[ownRole ?? ""] ?? []), record?.role]);
  const offered = (field.enum ?? []).filter((role) => grantable.has(role));
  return <KindInput {...props} field={{ ...field, enum: offered }} />;
}
