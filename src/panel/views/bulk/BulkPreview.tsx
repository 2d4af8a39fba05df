import Alert from "@mui/material/Alert";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { hasValue } from "../../../core/valueAt.ts";
import { Value } from "../../kinds/Value.tsx";
import { listText } from "../../listText.ts";
import { nameKey } from "../../resource/labels.ts";
import { endOf } from "../form/endsRecord.ts";
import { useCellContext } from "../useCellContext.ts";
import { BulkBelongings } from "./BulkBelongings.tsx";
import { BulkRows } from "./BulkRows.tsx";
import type { PlannedRow } from "./plan.ts";
import { useCounted } from "./useCounted.ts";

/** The value that a field is to get. */
export interface Change {
  readonly field: FieldDescriptor;
  readonly value: Json;
}

interface BulkPreviewProps {
  readonly descriptor: ResourceDescriptor;
  readonly plan: readonly PlannedRow[];
  /** Null: the records are to go. */
  readonly change: Change | null;
  /** A change of the status, which may reach further. */
  readonly isStatus: boolean;
}

/** What an action will do to each record, before it is done. */
export function BulkPreview({ descriptor, plan, change, isStatus }: BulkPreviewProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const context = useCellContext(descriptor.name, "list");
  const rowsOf = (state: PlannedRow["state"]) => plan.filter((row) => row.state === state);
  const [toDo, same, refused] = [rowsOf("change"), rowsOf("same"), rowsOf("refused")];
  const manner = endOf(descriptor) ? "terminate" : "delete";
  const reached = (isStatus && descriptor.statusReaches) || [];
  const names = listText(
    reached.map((name) => translate(nameKey(name), { smart_count: 2 })),
    context.locale,
  );
  const show = (field: FieldDescriptor, value: Json | undefined, record: PlannedRow["record"]) =>
    hasValue(value) ? (
      <Value kind={field.kind} value={value} source={field.name} record={record} field={field} context={context} />
    ) : (
      translate("bulk.none")
    );
  const cells = ({ record }: PlannedRow) =>
    change && (
      <>
        <td>{show(change.field, record[change.field.name], record)}</td>
        <td>{show(change.field, change.value, record)}</td>
      </>
    );
  const ready = change ? "bulk.ready" : `bulk.readyRemove.${manner}`;
  return (
    <>
      <p className="bulk-summary">{toDo.length === 0 ? translate("bulk.nothing") : counted(ready, toDo.length)}</p>
      {toDo.length > 0 && names !== "" && <Alert severity="info">{translate("bulk.reaches", { names })}</Alert>}
      {!change && <BulkBelongings descriptor={descriptor} records={toDo.map(({ record }) => record)} />}
      <BulkRows
        isOpen
        title={counted("bulk.group.refused", refused.length)}
        rows={refused}
        cells={({ reason }) => <td>{reason && translate(reason.key, { ...reason.params })}</td>}
      />
      <BulkRows title={counted("bulk.group.same", same.length)} rows={same} />
      <BulkRows
        isOpen
        title={counted(`bulk.group.${change ? "change" : "remove"}`, toDo.length)}
        rows={toDo}
        columns={change ? [translate("bulk.column.now"), translate("bulk.column.after")] : []}
        cells={cells}
      />
    </>
  );
}
