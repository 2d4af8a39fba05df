import type { ReactNode } from "react";
import { roles } from "../../../generated/permissions.gen.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { useFacts } from "../../providers/FactsContext.tsx";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

export const adminsForm: FormOverride = {
  fieldComponents: { role: RoleInput },
  // Changed in the security tab, which explains the consequences.
  onlyNew: ["password"],
};

/** The roles that this administrator may grant, plus the record's current one. */
function RoleInput(props: FieldComponentProps): ReactNode {
  const { field, record } = props;
  const { admin } = useFacts();
  // Older platforms report their own system account as an admin.
  const own = admin.is_system ? "system" : String(admin.role);
  const grantable = new Set([...(roles.manages[own] ?? []), String(record?.role ?? "")]);
  const offered = (field.enum ?? []).filter((role) => grantable.has(String(role)));
  return <KindInput {...props} field={{ ...field, enum: offered }} />;
}
