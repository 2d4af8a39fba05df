import "./bulk.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { valuesFor } from "../../../core/laterValues.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import type { NewBulkJob } from "../../providers/bulkJobs.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { nameKey } from "../../resource/labels.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { endOf } from "../form/endsRecord.ts";
import { useLeaveGuard } from "../form/LeaveDialog.tsx";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { forgetEnd } from "../jobs/attended.ts";
import { useJobRun } from "../jobs/useJobRun.ts";
import { useTellEnd } from "../jobs/useTellEnd.ts";
import { Problem } from "../Problem.tsx";
import { refusalText } from "../record/refusalText.ts";
import { useCounted, verbOf } from "./actionTexts.ts";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkPreview, type Change } from "./BulkPreview.tsx";
import type { BulkAction } from "./bulkActions.ts";
import { type BulkSource, useBulkRecords } from "./collect.ts";
import { offerUndo, valuesBefore } from "./offerUndo.ts";
import type { PlannedRow } from "./plan.ts";
import { type BulkRun, useBulkRun } from "./runRows.ts";
import { type Chosen, useBulkPlan } from "./useBulkPlan.ts";

const BulkSetup = lazy(async () => ({ default: (await import("./BulkSetup.tsx")).BulkSetup }));

interface BulkDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly action: BulkAction;
  readonly source: BulkSource;
  /** Called with the records still to be processed; null when nothing was started. */
  readonly onClose: (left: readonly PanelRecord[] | null) => void;
}

/** A bulk action from preview through progress to the result of each record. */
export function BulkDialog({ descriptor, action, source, onClose }: BulkDialogProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const titleId = useId();
  const isNarrow = useMediaQuery("(max-width: 640px)");
  const content = useRef<HTMLDivElement>(null);
  const reading = useBulkRecords(descriptor, source);
  const [chosen, setChosen] = useState<Chosen | null>(() => firstChoice(action));
  const { change, plan, told, along, toDo, problem } = useBulkPlan(descriptor, action, chosen, reading.records);
  const isJob = goesAsJob(descriptor);
  const byRequests = useBulkAction(descriptor, change ?? null, action.kind === "status");
  const asJob = useBulkJob(descriptor, change ?? null);
  const { run, report } = isJob ? asJob : byRequests;
  const { phase, results } = run;
  const guard = useLeaveGuard(useCallback(() => phase === "running" && !isJob, [phase, isJob]));

  const verb = verbOf(translate, descriptor, action);
  const count = reading.records?.length ?? ("records" in source ? source.records.length : source.total);
  const gone = "records" in source ? source.records.length - count : 0;
  const isDone = ({ record }: { record: PanelRecord }) => results.get(record.id)?.state === "done";
  const left = toDo.filter((row) => !isDone(row));
  const close = () => {
    if (phase === "ready") return onClose(null);
    report(toDo.filter(isDone));
    // The platform goes on with all of them.
    if (phase === "running") return onClose([]);
    onClose(left.map(({ record }) => record));
  };
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  const isAllDone = phase === "finished" && left.length === 0;
  useEffect(() => {
    if (isAllDone) latestClose.current();
    // The pressed button has unmounted; its result is announced instead.
    else if (phase !== "ready") content.current?.focus();
  }, [phase, isAllDone]);

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      aria-labelledby={titleId}
      // Neither Escape nor a click outside stops a running action: the button does.
      onClose={() => (phase !== "running" || isJob) && close()}
    >
      <DialogTitle id={titleId}>
        {counted("bulk.title", count, { verb, name: translate(nameKey(descriptor.name), { smart_count: 2 }) })}
      </DialogTitle>
      <DialogContent ref={content} tabIndex={-1} className="bulk-content" dividers>
        {reading.error ? (
          <Problem
            error={reading.error}
            question={{ resource: descriptor.name, right: "read" }}
            onRetry={reading.retry}
          />
        ) : null}
        {!reading.records && !reading.error && (
          <p role="status" className="bulk-summary">
            {counted("bulk.reading", count, { done: reading.count })}
          </p>
        )}
        {gone > 0 && <p className="bulk-summary">{counted("bulk.gone", gone)}</p>}
        {phase === "ready" && chosen && reading.records && action.kind === "field" && (
          <Suspense>
            <BulkSetup
              descriptor={descriptor}
              records={reading.records}
              fields={action.fields}
              field={chosen.field}
              value={chosen.value}
              from={chosen.from}
              problem={problem}
              onField={(field) => setChosen({ field })}
              onValue={(value) => setChosen({ ...chosen, value })}
              onFrom={(from) => setChosen({ ...omitFrom(chosen), ...(from === undefined ? {} : { from }) })}
            />
          </Suspense>
        )}
        {phase === "ready" && reading.records && change === undefined && (
          <p className="bulk-summary">{translate("bulk.choose")}</p>
        )}
        {phase === "ready" && reading.records && change !== undefined && (
          <BulkPreview
            descriptor={descriptor}
            plan={plan}
            told={told}
            along={along}
            change={change}
            isStatus={action.kind === "status"}
          />
        )}
        {phase !== "ready" && <BulkOutcome descriptor={descriptor} rows={toDo} run={run} />}
        {isJob && phase === "running" && <p className="bulk-summary">{translate("bulk.jobs.goesOn")}</p>}
        {asJob.refusal ? <Alert severity="error">{refusalText(translate, asJob.refusal)}</Alert> : null}
      </DialogContent>
      <BulkButtons
        verb={action.kind === "field" ? translate("bulk.change") : verb}
        isDangerous={action.kind === "remove"}
        toDo={problem === undefined ? toDo : []}
        run={run}
        isJob={isJob}
        onClose={close}
      />
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
function omitFrom({ from: _, ...chosen }: Chosen): Chosen {
  return chosen;
}

function firstChoice(action: BulkAction): Chosen | null {
  const field = action.kind === "field" ? action.fields[0] : undefined;
  return field ? { field } : null;
}

interface BulkButtonsProps {
  /** The action's verb. */
  readonly verb: string;
  readonly isDangerous: boolean;
  readonly toDo: readonly PlannedRow[];
  readonly run: BulkRun;
  /** The platform does it by itself, and goes on when the dialog is closed. */
  readonly isJob: boolean;
  readonly onClose: () => void;
}

/** The buttons for the current step: start, stop, or continue with the rest. */
function BulkButtons({ verb, isDangerous, toDo, run, isJob, onClose }: BulkButtonsProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const { phase, results, isStopping, start, stop } = run;
  if (phase === "running") {
    return (
      <DialogActions>
        <Button variant="outlined" disabled={isStopping} onClick={stop}>
          {translate(isStopping ? "bulk.stopping" : "bulk.stop")}
        </Button>
        {isJob && (
          <Button variant="contained" onClick={onClose}>
            {translate("bulk.jobs.background")}
          </Button>
        )}
      </DialogActions>
    );
  }
  if (phase === "finished") {
    const failed = toDo.filter(({ record }) => results.get(record.id)?.state === "failed");
    const left = toDo.filter(({ record }) => !results.has(record.id));
    return (
      <DialogActions>
        {failed.length > 0 && !(isJob && left.length > 0) && (
          <Button onClick={() => start(failed)}>{translate("bulk.retry")}</Button>
        )}
        {/* A job goes on with all that is not done. */}
        {left.length > 0 && (
          <Button onClick={() => start(isJob ? [...left, ...failed] : left)}>{translate("bulk.goOn")}</Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {translate("bulk.close")}
        </Button>
      </DialogActions>
    );
  }
  return (
    <DialogActions>
      {/* A hasty Enter hits the harmless button. */}
      <Button autoFocus onClick={onClose}>
        {translate("bulk.cancel")}
      </Button>
      <Button
        variant="contained"
        color={isDangerous ? "error" : "primary"}
        disabled={toDo.length === 0}
        onClick={() => start(toDo)}
      >
        {toDo.length > 0 ? counted("bulk.run", toDo.length, { verb }) : verb}
      </Button>
    </DialogActions>
  );
}

/** The record as the platform stored it. */
function storedBy({ results }: BulkRun<PanelRecord | undefined>, { id }: PanelRecord): PanelRecord | undefined {
  const result = results.get(id);
  return result?.state === "done" ? result.answer : undefined;
}

interface BulkWork {
  readonly run: BulkRun;
  /** Notifies about the changed rows, with undo where possible. */
  readonly report: (done: readonly PlannedRow[]) => void;
}

/** Whether the platform does it by itself; ids of lists of several resources are not its own. */
function goesAsJob({ storage, kinds }: ResourceDescriptor): boolean {
  return isOffered("bulk_jobs") && storage !== "computed" && kinds === undefined;
}

/** The same as a job of the platform, which tells its end in a notice when nobody watches it here. */
function useBulkJob(descriptor: ResourceDescriptor, change: Change | null): BulkWork & { readonly refusal: unknown } {
  const { name } = descriptor;
  const tellEnd = useTellEnd();
  // The choice is frozen while the job runs.
  const latest = useRef(change);
  latest.current = change;
  const toJob = useCallback(
    (ids: readonly number[]): NewBulkJob => {
      const wanted = latest.current;
      return wanted
        ? { resource: name, action: "change", changes: wanted.values, ids }
        : { resource: name, action: "remove", ids };
    },
    [name],
  );
  const run = useJobRun(toJob);
  const report = () => {
    if (!run.job || run.phase === "running") return;
    forgetEnd(run.job.id);
    if (run.job.done > 0) tellEnd(run.job);
  };
  return { run, report, refusal: run.refusal };
}

/** Applies a change, or removes records, with a request for each. */
function useBulkAction(descriptor: ResourceDescriptor, change: Change | null, isStatus: boolean): BulkWork {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const counted = useCounted();
  // The choice is frozen while the action runs.
  const latest = useRef(change);
  latest.current = change;
  const [runName] = useState(() => crypto.randomUUID());
  const work = useCallback(
    async ({ record }: PlannedRow) => {
      const wanted = latest.current;
      if (wanted) {
        const values = valuesFor(descriptor, record, wanted.values, browserZone());
        return (await dataProvider.patchFields(name, record.id, values, runName)).data;
      }
      await dataProvider.delete(name, { id: record.id, previousData: record, meta: { run: runName } });
      return undefined;
    },
    [dataProvider, descriptor, name, runName],
  );
  const run = useBulkRun(work);
  useEffect(() => {
    if (run.phase === "finished") refreshAfterWrite(queryClient);
  }, [run.phase, queryClient]);

  const report = (done: readonly PlannedRow[]) => {
    if (done.length === 0) return;
    if (!change) {
      const manner = endOf(descriptor) ? "terminate" : "delete";
      const [only] = done.length === 1 ? done : [];
      const message = only
        ? translate(`views.remove.done.${manner}`, { title: only.title })
        : counted(`bulk.removed.${manner}`, done.length);
      return notify(message, { type: "success" });
    }
    const message = counted("bulk.changed", done.length);
    // Previous values of the affected child records are lost: undo would restore something else.
    if (isStatus && descriptor.statusReaches) return notify(message, { type: "success" });
    const names = Object.keys(change.values);
    const changes = done.map(({ record, title }) => ({
      id: record.id,
      title,
      values: Object.fromEntries(
        names.map((field) => [field, storedBy(run, record)?.[field] ?? change.values[field] ?? null]),
      ),
      back: Object.assign({}, ...names.map((field) => valuesBefore(descriptor, record, field))),
    }));
    offerUndo({ dataProvider, queryClient, notify, translate }, descriptor, changes, message);
  };
  return { run, report };
}
