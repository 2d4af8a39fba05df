import {
  Datagrid,
  DeleteWithConfirmButton,
  NumberField,
  ShowButton,
  TextField,
  useCanAccess,
  useRecordContext,
  useTranslate,
} from "react-admin";
import { ValueField } from "../../kit/ValueField.tsx";
import type { RecordOf } from "../../providers/rest.ts";
import { ListView } from "../../views/ListView.tsx";

/** The list of banned addresses: rows of react-admin's own below the panel's search, filters and actions. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <ListView resource={resource}>
      <Datagrid rowClick="show" bulkActionButtons={<></>}>
        <TextField source="ip" />
        <ValueField source="banned_until" />
        <NumberField source="auth_count" />
        <ValueField source="last_auth" />
        <ShowButton />
        <LiftBanButton />
      </Datagrid>
    </ListView>
  );
}

/** Allows logins from the address again, once confirmed. */
function LiftBanButton() {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<"bannedips">>();
  const { canAccess } = useCanAccess({ resource: "bannedips", action: "delete", record });
  if (!canAccess) return null;
  return (
    <DeleteWithConfirmButton
      label="resources.bannedips.actions.remove"
      confirmTitle="resources.bannedips.actions.remove"
      confirmContent={translate("resources.bannedips.remove.text", { title: record?.ip })}
      redirect={false}
    />
  );
}
