import { Datagrid, NumberField, ShowButton, TextField } from "react-admin";
import { ValueField } from "../../kit/ValueField.tsx";
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
      </Datagrid>
    </ListView>
  );
}
