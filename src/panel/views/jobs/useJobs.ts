import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BulkJob, BulkJobReport } from "../../../core/bulkJobs.ts";
import { readJob, steerJob } from "../../providers/bulkJobs.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { expectEnd } from "./attended.ts";
import { isRunning, jobsKey, lookEvery } from "./jobsQuery.ts";

/** One job until it has ended; null: none. */
export function useJob(id: number | null) {
  return useQuery({
    queryKey: [jobsKey, id],
    queryFn: ({ signal }) => readJob(id ?? 0, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? lookEvery / 2 : false),
  });
}

/** Whether there is something to undo that was not undone yet. */
export function canUndo({ action, done, state, restored_by, undoable }: BulkJob): boolean {
  return undoable && action !== "restore" && done > 0 && state !== "running" && restored_by === null;
}

/** Shows a job in all lists before the next look. */
export function rememberJob(queryClient: QueryClient, job: BulkJobReport): void {
  queryClient.setQueryData([jobsKey, job.id], job);
  queryClient.setQueryData<readonly BulkJob[]>([jobsKey], (jobs) =>
    jobs ? [job, ...jobs.filter(({ id }) => id !== job.id)].sort((one, other) => other.id - one.id) : jobs,
  );
  void queryClient.invalidateQueries({ queryKey: [jobsKey], exact: true });
}

/** What jobs have changed is read anew. */
export function refreshAfterJob(queryClient: QueryClient): void {
  refreshAfterWrite(queryClient);
}

/** Stops, continues or undoes a job; the end of what then runs is told in a notice. Rejects with an HttpError. */
export function useSteer(): (id: number, act: "stop" | "continue" | "undo") => Promise<BulkJobReport> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id, act) => {
      const job = await steerJob(id, act);
      if (isRunning(job)) expectEnd(job.id);
      rememberJob(queryClient, job);
      if (act === "undo") void queryClient.invalidateQueries({ queryKey: [jobsKey] });
      return job;
    },
    [queryClient],
  );
}
