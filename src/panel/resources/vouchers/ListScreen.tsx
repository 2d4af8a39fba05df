import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { actionKey, nameKey } from "../../navigation/labels.ts";
import { pathTo } from "../../navigation/paths.ts";
import { toHref } from "../../navigation/recordPath.ts";
import { useResource } from "../../providers/resources.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { ListView } from "../../views/ListView.tsx";

const batches = "voucherbatches";

/** The list of vouchers, with the ways to make many at once. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return <ListView resource={resource} actions={<BatchActions />} />;
}

function BatchActions() {
  const translate = useTranslate();
  const access = useAccess();
  const { descriptor } = useResource(batches);
  const create = access.can(descriptor, "create") && pathTo(batches, "create");
  const list = access.can(descriptor, "read") && pathTo(batches, "list");
  if (access.findLack(descriptor) !== null) return null;
  return (
    <>
      {create && (
        <Button variant="outlined" startIcon={<AddIcon />} href={toHref(create)}>
          {translate(actionKey(batches, "create"))}
        </Button>
      )}
      {list && <Button href={toHref(list)}>{translate(nameKey(batches), { smart_count: 2 })}</Button>}
    </>
  );
}
