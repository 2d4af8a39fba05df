import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import type { BulkJob, BulkJobReport } from "../../../core/api/jobs.ts";
import { nameKey } from "../../navigation/labels.ts";
import { controlJob, type NewBulkJob, readJob, startJob, toJobError } from "../../providers/jobs.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { isRunning, jobsKey, LOOK_INTERVAL_MS } from "./jobsQuery.ts";

/** Jobs that a page shows, which announces their end itself. */
const jobsOnPages = new Set<number>();
/** Jobs that this browser started or saw running, whose end is still to be announced. */
const pendingNotices = new Set<number>();

/** Schedules a notice for the end of this job. */
export function scheduleEndNotice(id: number): void {
  pendingNotices.add(id);
}

/** Whether to announce the job's end, once only: not if this browser never saw it run, or a page shows it. */
export function consumeEndNotice(id: number): boolean {
  return !jobsOnPages.has(id) && pendingNotices.delete(id);
}

/** One job until it has ended; null: none. */
export function useJob(id: number | null) {
  return useQuery({
    queryKey: [jobsKey, id],
    queryFn: ({ signal }) => readJob(id ?? 0, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? LOOK_INTERVAL_MS / 2 : false),
  });
}

/** Whether there is something to undo that was not undone yet. */
export function canUndo({ action, done, state, restored_by, undoable }: BulkJob): boolean {
  return undoable && action !== "restore" && done > 0 && state !== "running" && restored_by === null;
}

/** Returns how a job ended, as message keys name it. */
export function jobOutcome({ state }: BulkJob): "complete" | "refused" | "cancelled" {
  if (state === "finished") return "complete";
  return state === "refused" ? "refused" : "cancelled";
}

/** Shows a job in all lists before the next poll; its end will be announced. */
function cacheJob(queryClient: QueryClient, job: BulkJobReport): void {
  if (isRunning(job)) scheduleEndNotice(job.id);
  queryClient.setQueryData([jobsKey, job.id], job);
  queryClient.setQueryData<readonly BulkJob[]>([jobsKey], (jobs) =>
    jobs ? [job, ...jobs.filter(({ id }) => id !== job.id)].sort((a, b) => b.id - a.id) : jobs,
  );
  void queryClient.invalidateQueries({ queryKey: [jobsKey], exact: true });
}

/** Stops, continues or undoes a job, and announces the end of what then runs. Rejects with an HttpError. */
export function useJobControl(): (id: number, act: "stop" | "continue" | "undo") => Promise<BulkJobReport> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id, act) => {
      const job = await controlJob(id, act);
      cacheJob(queryClient, job);
      if (act === "undo") void queryClient.invalidateQueries({ queryKey: [jobsKey] });
      return job;
    },
    [queryClient],
  );
}

/** A job that a page starts, shows until it ends, and announces as long as it is open. */
export function useOwnJob() {
  const queryClient = useQueryClient();
  const steer = useJobControl();
  const [id, setId] = useState<number | null>(null);
  const { data: job } = useJob(id);
  const acting = useMutation({
    mutationFn: async (act: NewBulkJob | "stop" | "continue") => {
      if (typeof act === "string") return steer(id ?? 0, act);
      const started = await startJob(act);
      cacheJob(queryClient, started);
      return started;
    },
    onSuccess: (report) => setId(report.id),
  });
  const hasFinished = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (id === null) return;
    jobsOnPages.add(id);
    return () => void jobsOnPages.delete(id);
  }, [id]);
  useEffect(() => {
    if (hasFinished) refreshAfterWrite(queryClient);
  }, [hasFinished, queryClient]);
  /** The page announces its end. */
  const forget = useCallback(() => void pendingNotices.delete(id ?? 0), [id]);
  const { mutate: act, isPending: isActing, error } = acting;
  return { job, hasFinished, act, isActing, error, forget };
}

/** Most failures named in one notice. */
const MAX_NAMED_FAILURES = 5;

/** Says in a notice what became of a job, with the way back where there is one. */
export function useEndNotice(): (job: BulkJobReport) => void {
  const notify = useNotify();
  const translate = useTranslate();
  const counted = useCounted();
  const steer = useJobControl();
  const queryClient = useQueryClient();
  return useCallback(
    (job) => {
      const { action, done, failed, failures, state, resource, total } = job;
      refreshAfterWrite(queryClient);
      const undo = () =>
        void steer(job.id, "undo").catch((error: unknown) =>
          notify(requestErrorText(translate, error), { type: "error" }),
        );
      const way = canUndo(job) ? { undo } : {};
      if (action === "restore") {
        const summary = translate("bulk.undo.done", { smart_count: done });
        if (failed === 0 && state === "finished") return notify(summary, { type: "success" });
        const texts = failures.slice(0, MAX_NAMED_FAILURES).map((failure) =>
          translate("bulk.undo.failure", {
            title: failure.title,
            reason: requestErrorText(translate, toJobError(failure)),
          }),
        );
        const more = failed > texts.length ? [translate("bulk.undo.more", { smart_count: failed - texts.length })] : [];
        return notify([...(done > 0 ? [summary] : []), ...texts, ...more].join("\n"), { type: "error" });
      }
      if (state === "finished" && failed === 0) {
        const removed = `bulk.removed.${job.terminates ? "terminate" : "delete"}`;
        return notify(counted(action === "remove" ? removed : "bulk.changed", done), { type: "success", ...way });
      }
      const text = translate(`bulk.finished.${jobOutcome(job)}`, { done, failed, left: total - done - failed });
      const name = translate(nameKey(resource), { smart_count: 2 });
      notify(`${name}: ${text}`, { type: "warning", ...way });
    },
    [notify, translate, counted, steer, queryClient],
  );
}
