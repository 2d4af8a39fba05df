import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";
import { useListContext, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { BulkActions } from "../../kit/list/BulkActions.tsx";
import { useListParts } from "../../kit/list/ListBase.tsx";
import { activeFilter } from "../../kit/list/useListState.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { MAX_BULK_RECORDS } from "../bulk/bulkRecords.ts";
import { bulkActionText } from "../recordActions/actionTexts.ts";
import { type BulkAction, bulkActions, type CustomAction, customActions } from "../recordActions/bulkActions.ts";

const CustomActionDialog = lazyPart(() => import("../bulk/CustomActionDialog.tsx"), "CustomActionDialog", [
  "forms",
  "rules",
  "bulk",
]);
const BulkDialog = lazyPart(() => import("../bulk/BulkDialog.tsx"), "BulkDialog");

interface SchemaBulkActionsProps {
  readonly descriptor: ResourceDescriptor;
}

/** The bulk actions that the user may take on the selected rows. */
export function SchemaBulkActions({ descriptor }: SchemaBulkActionsProps): ReactNode {
  const list = useListContext<PanelRecord>();
  const { selection, boxRef } = useListParts("SchemaBulkActions");
  const translate = useTranslate();
  const access = useAccess();
  const [action, setAction] = useState<BulkAction | CustomAction | null>(null);
  const { data = [], total = 0 } = list;
  // Rows on the screen are newer than the selected snapshots.
  const newest = (row: PanelRecord) => data.find(({ id }) => id === row.id) ?? row;
  const finish = (remaining: readonly PanelRecord[] | null) => {
    setAction(null);
    if (remaining === null) return;
    selection.replace(remaining);
    if (remaining.length === 0) boxRef.current?.focus();
  };
  // Their records are the selected ones: all that match are not loaded.
  const own = selection.isAll ? [] : customActions(descriptor, access);
  return (
    <BulkActions limit={MAX_BULK_RECORDS}>
      {[...bulkActions(descriptor, access), ...own].map((offered) => {
        const verb = bulkActionText(translate, descriptor, offered);
        return (
          <Button
            key={verb}
            size="small"
            variant="outlined"
            color={offered.kind === "remove" ? "error" : "primary"}
            aria-haspopup="dialog"
            onClick={() => setAction(offered)}
          >
            {offered.kind === "field" && !offered.name ? translate("bulk.fieldMore") : verb}
          </Button>
        );
      })}
      {action?.kind === "action" && (
        <CustomActionDialog
          descriptor={descriptor}
          action={action.action}
          records={[...selection.records.values()].map(newest)}
          onClose={finish}
        />
      )}
      {action && action.kind !== "action" && (
        <BulkDialog
          descriptor={descriptor}
          action={action}
          source={
            selection.isAll
              ? { filter: activeFilter(list), total }
              : { records: [...selection.records.values()].map(newest) }
          }
          onClose={finish}
        />
      )}
    </BulkActions>
  );
}
