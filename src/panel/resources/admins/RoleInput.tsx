import type { ReactNode } from "react";
import { roles } from "../../../generated/permissions.gen.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { useFacts } from "../../providers/FactsContext.tsx";
import type { FieldComponentProps } from "../../views/form/override.ts";

/** The roles that this administrator may grant; the record's own stays among them. */
export function RoleInput(props: FieldComponentProps): ReactNode {
  const { field, record } = props;
  const { admin } = useFacts();
  const grantable = new Set([...(roles.manages[String(admin.role)] ?? []), String(record?.role ?? "")]);
  const offered = (field.enum ?? []).filter((role) => grantable.has(String(role)));
  return <KindInput {...props} field={{ ...field, enum: offered }} />;
}
