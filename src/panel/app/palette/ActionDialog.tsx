import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { BulkDialog } from "../../views/bulk/BulkDialog.tsx";
import { CustomActionDialog } from "../../views/bulk/CustomActionDialog.tsx";
import { RemoveDialog } from "../../views/recordActions/RemoveDialog.tsx";
import type { RecordCommand } from "./recordCommands.ts";

interface ActionDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly does: Exclude<RecordCommand["does"], { kind: "open" }>;
  readonly onClose: () => void;
}

/** Asks before a change that cannot be undone, as lists and pages do. */
export function ActionDialog({ descriptor, record, does, onClose }: ActionDialogProps) {
  if (does.kind === "remove")
    return <RemoveDialog descriptor={descriptor} record={record} onClose={onClose} onRemoved={onClose} />;
  if (does.kind === "action")
    return <CustomActionDialog {...{ descriptor, onClose }} action={does.action} records={[record]} />;
  return <BulkDialog descriptor={descriptor} action={does.action} source={{ records: [record] }} onClose={onClose} />;
}
