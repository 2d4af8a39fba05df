import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import type { BulkJobReport } from "../../../core/api/jobs.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { nameKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasJobs, toJobError } from "../../providers/jobs.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { finalStatusOf } from "../form/finalStatus.ts";
import { useLeaveGuard } from "../form/LeaveDialog.tsx";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { jobOutcome, useEndNotice, useOwnJob } from "../jobs/useJobs.ts";
import { LoadError } from "../LoadError.tsx";
import { bulkActionText, useCounted } from "../recordActions/actionTexts.ts";
import type { BulkAction } from "../recordActions/bulkActions.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkPreview } from "./BulkPreview.tsx";
import type { PlannedRow } from "./bulkPlan.ts";
import { type BulkSource, useBulkRecords } from "./bulkRecords.ts";
import { type RowResults, useRun } from "./oneByOne.ts";
import { type BulkPlan, type FieldChoice, useBulkPlan } from "./useBulkPlan.ts";

const BulkSetup = lazyPart(() => import("./BulkSetup.tsx"), "BulkSetup");

interface BulkDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly action: BulkAction;
  readonly source: BulkSource;
  /** Called with the records still to be processed; null when nothing was started. */
  readonly onClose: (untried: readonly PanelRecord[] | null) => void;
}

/** A bulk action from preview through progress to the result of each record. */
export function BulkDialog({ descriptor, action, source, onClose }: BulkDialogProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const titleId = useId();
  const isNarrow = useMediaQuery("(max-width: 640px)");
  const content = useRef<HTMLDivElement>(null);
  const recordsState = useBulkRecords(descriptor, source);
  const [chosen, setChosen] = useState<FieldChoice | null>(() => firstChoice(action));
  const { change, plan, preview, toDo, valueError } = useBulkPlan(descriptor, action, chosen, recordsState.records);
  const job = useOwnJob();
  const run = useBulkRun(descriptor, change);
  // In the order in which they are tried.
  const [rows, setRows] = useState<readonly PlannedRow[]>([]);
  const isJob = hasJobs(descriptor);
  const results = job.job ? resultsOf(job.job, rows) : run.results;
  // Undefined before the start, null while it runs.
  const end = job.job ? (job.hasFinished ? jobOutcome(job.job) : null) : run.end;
  const guard = useLeaveGuard(() => run.end === null);

  const verb = bulkActionText(translate, descriptor, action);
  const buttonText = action.kind === "field" ? translate("bulk.change") : verb;
  const count = recordsState.records?.length ?? ("records" in source ? source.records.length : source.total);
  const gone = "records" in source ? source.records.length - count : 0;
  const done = rows.filter(({ record }) => results.get(record.id) === null);
  const failed = rows.filter(({ record }) => Boolean(results.get(record.id)));
  const untried = rows.filter(({ record }) => !results.has(record.id));
  const ready = valueError === undefined ? toDo : [];
  const start = () => {
    setRows(ready);
    if (!isJob) return run.start(ready);
    const target = { resource: descriptor.name, ids: ready.map(({ record }) => toNumericId(record.id)) };
    job.act(
      change === null
        ? { ...target, action: "remove" }
        : { ...target, action: "change", changes: change?.values ?? {} },
    );
  };
  /** Tries the untried rows, and the failed ones again. */
  const continueRun = () => {
    if (!isJob) return run.start([...untried, ...failed]);
    job.act("continue", { onSuccess: () => setRows([...done, ...untried, ...failed]) });
  };
  const notifyEnd = useEndNotice();
  const notifyDone = useDoneNotice(descriptor, change);
  const close = () => {
    if (end === undefined) return onClose(null);
    // The platform goes on with all of them.
    if (end === null) return onClose([]);
    if (job.job) job.forget();
    if (done.length > 0) job.job ? notifyEnd(job.job) : notifyDone(done.length);
    onClose([...untried, ...failed].map(({ record }) => record));
  };
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  const isAllDone = Boolean(end) && untried.length + failed.length === 0;
  useEffect(() => {
    if (isAllDone) latestClose.current();
    // The pressed button has unmounted; its result is announced instead.
    else if (end !== undefined) content.current?.focus();
  }, [end, isAllDone]);

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      aria-labelledby={titleId}
      // Neither Escape nor a click outside stops a running action: the button does.
      onClose={() => (end !== null || isJob) && close()}
    >
      <DialogTitle id={titleId}>
        {counted("bulk.title", count, { verb, name: translate(nameKey(descriptor.name), { smart_count: 2 }) })}
      </DialogTitle>
      <DialogContent ref={content} tabIndex={-1} className="stack packed no-ring" dividers>
        {recordsState.error ? (
          <LoadError
            error={recordsState.error}
            question={{ resource: descriptor.name, right: "read" }}
            onRetry={recordsState.retry}
          />
        ) : null}
        {!recordsState.records && !recordsState.error && (
          <p role="status">{counted("bulk.reading", count, { done: recordsState.count })}</p>
        )}
        {gone > 0 && <p>{counted("bulk.gone", gone)}</p>}
        {end === undefined && chosen && recordsState.records && action.kind === "field" && (
          <BulkSetup
            descriptor={descriptor}
            records={recordsState.records}
            fields={action.fields}
            field={chosen.field}
            value={chosen.value}
            from={chosen.from}
            valueError={valueError}
            onField={(field) => setChosen({ field })}
            onValue={(value) => setChosen({ ...chosen, value })}
            onFrom={(from) => setChosen({ ...omitFrom(chosen), ...(from === undefined ? {} : { from }) })}
          />
        )}
        {end === undefined && recordsState.records && change === undefined && <p>{translate("bulk.choose")}</p>}
        {end === undefined && recordsState.records && change !== undefined && (
          <BulkPreview
            descriptor={descriptor}
            plan={plan}
            preview={preview}
            change={change}
            isStatus={action.kind === "status"}
          />
        )}
        {end !== undefined && <BulkOutcome {...{ descriptor, done, failed, untried, results, end }} />}
        {isJob && end === null && <p>{translate("bulk.jobs.goesOn")}</p>}
        {job.error ? <Alert severity="error">{requestErrorText(translate, job.error)}</Alert> : null}
      </DialogContent>
      <DialogActions>
        {end === undefined ? (
          <>
            {/* A hasty Enter hits the harmless button. */}
            <Button autoFocus onClick={close}>
              {translate("bulk.cancel")}
            </Button>
            <Button
              variant="contained"
              color={action.kind === "remove" ? "error" : "primary"}
              disabled={ready.length === 0}
              loading={job.isActing}
              onClick={start}
            >
              {ready.length > 0 ? counted("bulk.run", ready.length, { verb: buttonText }) : buttonText}
            </Button>
          </>
        ) : end === null ? (
          <>
            <Button
              variant="outlined"
              disabled={run.isStopping || job.isActing}
              onClick={() => (isJob ? job.act("stop") : run.stop())}
            >
              {translate(run.isStopping || job.isActing ? "bulk.stopping" : "bulk.stop")}
            </Button>
            {isJob && (
              <Button variant="contained" onClick={close}>
                {translate("bulk.jobs.background")}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button loading={job.isActing} onClick={continueRun}>
              {translate(untried.length > 0 ? "bulk.goOn" : "bulk.retry")}
            </Button>
            <Button variant="contained" onClick={close}>
              {translate("bulk.close")}
            </Button>
          </>
        )}
      </DialogActions>
      <ConfirmDialog
        isOpen={guard.isAsking}
        title={translate("bulk.leave.title")}
        text={translate("bulk.leave.text")}
        cancelLabel={translate("bulk.leave.stay")}
        confirmLabel={translate("bulk.leave.leave")}
        onCancel={guard.stay}
        onConfirm={guard.leave}
      />
    </Dialog>
  );
}

/** Now, in place of from a date on. */
function omitFrom({ from: _, ...chosen }: FieldChoice): FieldChoice {
  return chosen;
}

function firstChoice(action: BulkAction): FieldChoice | null {
  const field = action.kind === "field" ? action.fields[0] : undefined;
  return field ? { field } : null;
}

/** Returns the results of a job that tries the rows in this order. */
function resultsOf({ done, failed, failures }: BulkJobReport, rows: readonly PlannedRow[]): RowResults {
  const errorsById = new Map(failures.map((failure) => [failure.record_id, toJobError(failure)]));
  return new Map(
    rows.slice(0, done + failed).map(({ record: { id } }) => [id, errorsById.get(toNumericId(id)) ?? null]),
  );
}

/** Changes records, or removes them, with a request for each. */
function useBulkRun(descriptor: ResourceDescriptor, change: BulkPlan["change"]) {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const [runName] = useState(() => crypto.randomUUID());
  const run = useRun(({ record }) => {
    if (change === null)
      return dataProvider.delete(name, { id: record.id, previousData: record, meta: { run: runName } });
    const values = withScheduledValue(descriptor, record, change?.values ?? {}, browserZone());
    return dataProvider.patchFields(name, record.id, values, runName);
  });
  const hasFinished = Boolean(run.end);
  useEffect(() => {
    if (hasFinished) refreshAfterWrite(queryClient);
  }, [hasFinished, queryClient]);
  return run;
}

/** Says in a notice how many records were changed or removed by requests. */
function useDoneNotice(descriptor: ResourceDescriptor, change: BulkPlan["change"]): (count: number) => void {
  const notify = useNotify();
  const counted = useCounted();
  const removed = `bulk.removed.${finalStatusOf(descriptor) ? "terminate" : "delete"}`;
  return (count) => notify(counted(change === null ? removed : "bulk.changed", count), { type: "success" });
}
