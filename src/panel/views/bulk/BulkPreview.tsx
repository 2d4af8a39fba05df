import Alert from "@mui/material/Alert";
import { type ReactNode, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { BulkJobPreview } from "../../../core/api/jobs.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { finalStatusOf } from "../../../core/validation/transitions.ts";
import { nameKey } from "../../navigation/labels.ts";
import { hasJobs } from "../../providers/jobs.ts";
import { formatList, toInlineName } from "../../providers/texts.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { errorMessage } from "../form/errorMessages.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
import { dependentText, useDependents } from "../recordActions/useDependents.ts";
import { useCellContext } from "../useCellContext.ts";
import { BulkRows } from "./BulkRows.tsx";
import type { PlannedRow, Reason } from "./bulkPlan.ts";
import { PreviewCells } from "./PreviewCells.tsx";
import type { BulkChange, BulkPlan } from "./useBulkPlan.ts";

interface BulkPreviewProps {
  readonly descriptor: ResourceDescriptor;
  readonly plan: readonly PlannedRow[];
  /** Changes that the platform predicts, as far as it was asked. */
  readonly preview: BulkPlan["preview"];
  /** Null: the records are removed. */
  readonly change: BulkChange | null;
  /** A status change, which may cascade. */
  readonly isStatus: boolean;
}

/** Preview of what an action will do to each record. */
export function BulkPreview({ descriptor, plan, preview, change, isStatus }: BulkPreviewProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const context = useCellContext(descriptor.name, "list");
  const messageContext = useErrorMessageContext(descriptor.name);
  const { toDo, same, refused } = useMemo(() => {
    const rowsOf = (state: PlannedRow["state"]) => plan.filter((row) => row.state === state);
    return { toDo: rowsOf("change"), same: rowsOf("same"), refused: rowsOf("refused") };
  }, [plan]);
  const isJob = hasJobs(descriptor);
  const manner = finalStatusOf(descriptor) ? "terminate" : "delete";
  const reached = isStatus ? cascadedResources(descriptor, preview?.along) : [];
  const name = toInlineName(
    translate(nameKey(descriptor.name), { smart_count: toDo.length === 1 ? 1 : 2 }),
    context.locale,
  );
  const names = formatList(
    reached.map(([resource, count]) =>
      count === undefined
        ? translate(nameKey(resource), { smart_count: 2 })
        : dependentText(resource, count, translate, context.locale),
    ),
    context.locale,
  );
  const removed = useMemo(() => (change ? [] : toDo.map(({ record }) => record)), [change, toDo]);
  const isCounted = removed.length <= MAX_COUNTED_RECORDS;
  const { texts: belongings, tried } = useDependents(descriptor, isCounted ? removed : []);
  // Terminated records are shown field by field; deleted ones are all gone.
  const terminated = manner === "terminate" || descriptor.softDelete ? (tried?.records ?? []) : [];
  const changedRecords = change ? (preview?.records ?? []) : terminated;
  const cells = ({ record }: PlannedRow) => {
    const changes = changedRecords.find(({ id }) => id === toNumericId(record.id))?.changes ?? {};
    return <PreviewCells {...{ descriptor, record, change, changes, context }} />;
  };
  const reasonText = (reason: Reason) =>
    "pointer" in reason ? errorMessage(reason, messageContext) : translate(reason.key, { ...reason.params });
  const ready = change
    ? counted("bulk.ready", toDo.length, { name })
    : counted(`bulk.${isJob ? "jobs.readyRemove" : "readyRemove"}.${manner}`, toDo.length, { name });
  const summary = isStatus && change ? counted(`bulk.readyTo.${change.value}`, toDo.length, { name, _: ready }) : ready;
  return (
    <>
      <p>{toDo.length === 0 ? translate("bulk.nothing") : summary}</p>
      {toDo.length > 0 && names !== "" && (
        <Alert severity="info">{translate(isJob ? "bulk.jobs.reaches" : "bulk.reaches", { names })}</Alert>
      )}
      {!change && <BulkBelongings descriptor={descriptor} counts={isCounted ? belongings : undefined} />}
      <BulkRows
        isOpen
        title={counted("bulk.group.refused", refused.length)}
        rows={refused}
        cells={({ reason }) => <td>{reason && reasonText(reason)}</td>}
      />
      <BulkRows title={counted("bulk.group.same", same.length)} rows={same} />
      <BulkRows
        isOpen
        title={counted(`bulk.group.${change ? "change" : "remove"}`, toDo.length)}
        rows={toDo}
        columns={change || terminated.length > 0 ? [translate("bulk.column.now"), translate("bulk.column.after")] : []}
        {...(change || terminated.length > 0 ? { cells } : {})}
      />
    </>
  );
}

/** Returns the resources that a status cascades to, with the number of records that change where it is known. */
function cascadedResources(
  { statusCascadesTo = [] }: ResourceDescriptor,
  along: BulkJobPreview["along"] | undefined,
): readonly (readonly [resource: string, count?: number])[] {
  return along && statusCascadesTo.length > 0
    ? Object.entries(along)
    : statusCascadesTo.map((resource) => [resource] as const);
}

/** Counting takes a request per record and kind: beyond this many records only the kinds are named. */
const MAX_COUNTED_RECORDS = 20;

interface BulkBelongingsProps {
  readonly descriptor: ResourceDescriptor;
  /** Counts by kind, as text; undefined if not counted. */
  readonly counts: readonly string[] | undefined;
}

/** Names the records that are removed along with these. */
function BulkBelongings({ descriptor, counts }: BulkBelongingsProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const kinds = descriptor.dependents.map(({ resource }) => translate(nameKey(resource), { smart_count: 2 }));
  const names = counts ?? kinds;
  if (names.length === 0) return null;
  return <Alert severity="warning">{translate("bulk.belongings", { names: formatList(names, locale) })}</Alert>;
}
