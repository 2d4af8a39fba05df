import Alert from "@mui/material/Alert";
import LinearProgress from "@mui/material/LinearProgress";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { BulkRows } from "./BulkRows.tsx";
import type { PlannedRow } from "./bulkPlan.ts";
import type { RowResults, RunEnd } from "./oneByOne.ts";

interface BulkOutcomeProps {
  readonly descriptor: ResourceDescriptor;
  readonly done: readonly PlannedRow[];
  readonly failed: readonly PlannedRow[];
  readonly untried: readonly PlannedRow[];
  readonly results: RowResults;
  /** Null: it is running. */
  readonly end: RunEnd | "refused" | null;
}

/** Progress of a run and the result of each row. Failures come first, with the reason and a link. */
export function BulkOutcome({ descriptor, done, failed, untried, results, end }: BulkOutcomeProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const tried = done.length + failed.length;
  const total = tried + untried.length;
  const numbers = { done: done.length, failed: failed.length, left: untried.length, tried };
  return (
    <>
      {end === null ? (
        <>
          <LinearProgress
            variant="determinate"
            value={(tried / Math.max(total, 1)) * 100}
            aria-label={translate("bulk.progress")}
          />
          <p>{counted("bulk.running", total, numbers)}</p>
        </>
      ) : (
        <Alert severity={failed.length + untried.length > 0 ? "warning" : "success"} role="status">
          {translate(`bulk.finished.${end}`, numbers)}
        </Alert>
      )}
      <BulkRows
        isOpen
        title={counted("bulk.group.failed", failed.length)}
        rows={failed}
        renderName={(row) => <PlannedRecordLink descriptor={descriptor} row={row} />}
        cells={({ record }) => <td>{requestErrorText(translate, results.get(record.id))}</td>}
      />
      {end !== null && <BulkRows isOpen title={counted("bulk.group.left", untried.length)} rows={untried} />}
      <BulkRows title={counted("bulk.group.done", done.length)} rows={done} />
    </>
  );
}

/** Opens the record in a new tab, so that the result stays. */
function PlannedRecordLink({ descriptor, row }: { readonly descriptor: ResourceDescriptor; readonly row: PlannedRow }) {
  const translate = useTranslate();
  const path = recordPath(descriptor.name, "details", row.record);
  if (!path) return row.title;
  const label = translate("bulk.opens", { title: row.title });
  return (
    <a href={toHref(path)} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      {row.title}
    </a>
  );
}
