import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { BulkJobReport } from "../../../core/api/jobs.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { finalStatusOf } from "../../../core/validation/transitions.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasJobs, toJobError } from "../../providers/jobs.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { jobOutcome, useEndNotice, useOwnJob } from "../jobs/useJobs.ts";
import type { PlannedRow } from "./bulkPlan.ts";
import { type RowResults, useRun } from "./oneByOne.ts";
import type { BulkPlan } from "./useBulkPlan.ts";

export type BulkProgress = ReturnType<typeof useBulkProgress>;

/** Runs a bulk action, as a job of the platform where it has them, and tells how far it is. */
export function useBulkProgress(descriptor: ResourceDescriptor, change: BulkPlan["change"]) {
  const job = useOwnJob();
  const run = useBulkRun(descriptor, change);
  // In the order in which they are tried.
  const [rows, setRows] = useState<readonly PlannedRow[]>([]);
  const isJob = hasJobs(descriptor);
  const results = job.job ? resultsOf(job.job, rows) : run.results;
  const end = job.job ? (job.hasFinished ? jobOutcome(job.job) : null) : run.end;
  const done = rows.filter(({ record }) => results.get(record.id) === null);
  const failed = rows.filter(({ record }) => Boolean(results.get(record.id)));
  const untried = rows.filter(({ record }) => !results.has(record.id));
  const notifyEnd = useEndNotice();
  const notify = useNotify();
  const counted = useCounted();
  const doneKey =
    change === null ? `bulk.removed.${finalStatusOf(descriptor) ? "terminate" : "delete"}` : "bulk.changed";
  const start = (ready: readonly PlannedRow[]) => {
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
  const goOn = () => {
    if (!isJob) return run.start([...untried, ...failed]);
    job.act("continue", { onSuccess: () => setRows([...done, ...untried, ...failed]) });
  };
  /** Returns the records still to be processed; null when nothing was started. */
  const close = (): readonly PanelRecord[] | null => {
    if (end === undefined) return null;
    // The platform goes on with all of them.
    if (end === null) return [];
    if (job.job) job.forget();
    if (done.length > 0) job.job ? notifyEnd(job.job) : notify(counted(doneKey, done.length), { type: "success" });
    return [...untried, ...failed].map(({ record }) => record);
  };
  return {
    isJob,
    /** Undefined before the start, null while it runs. */
    end,
    /** Runs with requests of this page, which end with it. */
    isRunningHere: run.end === null,
    isActing: job.isActing,
    isStopping: run.isStopping || job.isActing,
    error: job.error,
    outcome: { done, failed, untried, results },
    start,
    goOn,
    stop: () => (isJob ? job.act("stop") : run.stop()),
    close,
  };
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
