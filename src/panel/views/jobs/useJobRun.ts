import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { BulkJobReport } from "../../../core/bulkJobs.ts";
import { type NewBulkJob, startJob, toRefusal } from "../../providers/bulkJobs.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { PlannedRow } from "../bulk/plan.ts";
import type { BulkRun, RunEnd } from "../bulk/runRows.ts";
import { attend, expectEnd } from "./attended.ts";
import { isRunning } from "./jobsQuery.ts";
import { refreshAfterJob, rememberJob, useJob, useSteer } from "./useJobs.ts";

export interface JobRun extends BulkRun {
  readonly job: BulkJobReport | undefined;
  /** The platform refused to start, stop or continue it. */
  readonly refusal: unknown;
}

/** A bulk run that the platform does by itself; `toJob` says what is done to these records. */
export function useJobRun(toJob: (ids: readonly number[]) => NewBulkJob): JobRun {
  const queryClient = useQueryClient();
  const steer = useSteer();
  const [id, setId] = useState<number | null>(null);
  /** Records in the order in which the platform tries them, and how many of them were done before. */
  const [order, setOrder] = useState<{ readonly ids: readonly number[]; readonly before: number }>({
    ids: [],
    before: 0,
  });
  const { data: job } = useJob(id);
  const starting = useMutation({
    mutationFn: async (ids: readonly number[]) => (id === null ? startJob(toJob(ids)) : steer(id, "continue")),
    onSuccess: (started, ids) => {
      setOrder({ ids, before: job?.done ?? 0 });
      expectEnd(started.id);
      rememberJob(queryClient, started);
      setId(started.id);
    },
  });
  const stopping = useMutation({ mutationFn: async () => id !== null && steer(id, "stop") });
  useEffect(() => (id === null ? undefined : attend(id)), [id]);
  const hasEnded = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (hasEnded) refreshAfterJob(queryClient);
  }, [hasEnded, queryClient]);

  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const results = useMemo(() => {
    const found: Map<PanelRecord["id"], NonNullable<ReturnType<BulkRun["results"]["get"]>>> = new Map();
    if (!job) return found;
    const failed = new Map(job.failures.map((failure) => [failure.record_id, failure]));
    const tried = job.done - order.before + job.failed;
    for (const one of done) found.set(one, { state: "done", answer: undefined });
    for (const one of order.ids.slice(0, tried)) {
      const failure = failed.get(one);
      found.set(one, failure ? { state: "failed", refusal: toRefusal(failure) } : { state: "done", answer: undefined });
    }
    return found;
  }, [job, order, done]);

  const { mutate: begin } = starting;
  const start = useCallback(
    (rows: readonly PlannedRow[]) => {
      setDone(new Set([...results].flatMap(([one, { state }]) => (state === "done" ? [Number(one)] : []))));
      begin(rows.map(({ record }) => Number(record.id)));
    },
    [begin, results],
  );
  const { mutate: stop } = stopping;
  const phase = starting.isPending || (job && !hasEnded) ? "running" : job ? "finished" : "ready";
  return {
    phase,
    results,
    ...(hasEnded ? { end: endOf(job) } : {}),
    isStopping: stopping.isPending,
    start,
    stop: useCallback(() => stop(), [stop]),
    job,
    refusal: starting.error ?? stopping.error,
  };
}

function endOf({ state }: BulkJobReport): RunEnd {
  return state === "finished" ? "complete" : "cancelled";
}
